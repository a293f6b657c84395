"""What the names in a project's folder and manifests mean."""

from typing import Final

PRODUCTS: Final = {
    "next": "Next.js",
    "nuxt": "Nuxt",
    "@angular/core": "Angular",
    "@sveltejs/kit": "SvelteKit",
    "astro": "Astro",
    "react": "React",
    "vue": "Vue",
    "svelte": "Svelte",
    "solid-js": "Solid",
    "express": "Express",
    "fastify": "Fastify",
    "hono": "Hono",
    "koa": "Koa",
    "@nestjs/core": "NestJS",
    "electron": "Electron",
    "tailwindcss": "Tailwind CSS",
    "prisma": "Prisma",
    "drizzle-orm": "Drizzle",
    "pg": "PostgreSQL",
    "mysql2": "MySQL",
    "better-sqlite3": "SQLite",
    "mongodb": "MongoDB",
    "mongoose": "MongoDB",
    "redis": "Redis",
    "django": "Django",
    "flask": "Flask",
    "fastapi": "FastAPI",
    "starlette": "Starlette",
    "litestar": "Litestar",
    "aiohttp": "aiohttp",
    "sqlalchemy": "SQLAlchemy",
    "psycopg": "PostgreSQL",
    "psycopg2": "PostgreSQL",
    "textual": "Textual",
    "click": "Click",
    "typer": "Typer",
    "pydantic": "Pydantic",
    "numpy": "NumPy",
    "pandas": "pandas",
    "torch": "PyTorch",
    "axum": "Axum",
    "actix-web": "Actix Web",
    "rocket": "Rocket",
    "tokio": "Tokio",
    "clap": "clap",
    "serde": "Serde",
    "sqlx": "SQLx",
    "github.com/gin-gonic/gin": "Gin",
    "github.com/labstack/echo/v4": "Echo",
    "github.com/gofiber/fiber/v2": "Fiber",
    "github.com/go-chi/chi/v5": "chi",
    "github.com/spf13/cobra": "Cobra",
    "github.com/jackc/pgx/v5": "PostgreSQL",
}
"""Dependencies that are worth naming, by their name in the manifest; web frameworks first."""

WEB: Final = frozenset(
    {
        "next",
        "nuxt",
        "@angular/core",
        "@sveltejs/kit",
        "astro",
        "react",
        "vue",
        "svelte",
        "solid-js",
        "express",
        "fastify",
        "hono",
        "koa",
        "@nestjs/core",
        "django",
        "flask",
        "fastapi",
        "starlette",
        "litestar",
        "aiohttp",
        "axum",
        "actix-web",
        "rocket",
        "github.com/gin-gonic/gin",
        "github.com/labstack/echo/v4",
        "github.com/gofiber/fiber/v2",
        "github.com/go-chi/chi/v5",
    }
)
"""Those of them that make a project a web application."""

LANGUAGES: Final = {
    "Gemfile": "Ruby",
    "composer.json": "PHP",
    "pom.xml": "Java",
    "build.gradle": "Java",
    "build.gradle.kts": "Kotlin",
    "mix.exs": "Elixir",
    "Package.swift": "Swift",
    "CMakeLists.txt": "C/C++",
    "pubspec.yaml": "Dart",
    "deno.json": "Deno",
}
"""Manifests of which only the language is taken."""

SCRIPTS: Final = {
    "test": ("test",),
    "lint": ("lint",),
    "typecheck": ("typecheck", "type-check", "check-types"),
    "build": ("build",),
}
"""Scripts of ``package.json`` that check something, by the key of `LABELS`."""

LOCKFILES: Final = {
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
    "bun.lockb": "bun",
    "bun.lock": "bun",
}
"""Package managers other than npm, by the file that gives them away."""

TOOLS: Final = {
    "ESLint": ("eslint", ".eslintrc.json", ".eslintrc.js", "eslint.config.js", "eslint.config.mjs"),
    "Prettier": ("prettier", ".prettierrc", ".prettierrc.json"),
    "Biome": ("@biomejs/biome", "biome.json"),
    "ruff": ("ruff", "ruff.toml", ".ruff.toml"),
    "black": ("black",),
    "mypy": ("mypy", "mypy.ini"),
    "pyright": ("pyright", "pyrightconfig.json"),
    "rustfmt": ("rustfmt.toml", ".rustfmt.toml"),
    "golangci-lint": (".golangci.yml", ".golangci.yaml"),
    "pre-commit": (".pre-commit-config.yaml",),
    "EditorConfig": (".editorconfig",),
}
"""Linters and formatters, by a dependency or a file that gives them away."""

LABELS: Final = {
    "test": "Tests",
    "lint": "Linter",
    "typecheck": "Type check",
    "build": "Build",
    "check": "All checks",
}
"""What the commands of a project are for; also the targets of a Makefile that count."""

SOURCES: Final = ("src", "app", "lib", "pkg", "internal", "packages")
"""Folders of the code, the first that exists."""

HOLDS: Final = {
    "src": "source code",
    "app": "the application",
    "apps": "applications",
    "lib": "library code",
    "libs": "libraries",
    "pkg": "packages",
    "packages": "packages",
    "internal": "code that others cannot import",
    "cmd": "commands",
    "bin": "commands",
    "api": "the interface to clients",
    "server": "the server",
    "client": "the client",
    "web": "the web front end",
    "components": "parts of the user interface",
    "test": "tests",
    "tests": "tests",
    "spec": "tests",
    "e2e": "tests from end to end",
    "benches": "benchmarks",
    "benchmarks": "benchmarks",
    "docs": "documentation",
    "doc": "documentation",
    "examples": "examples",
    "scripts": "scripts for development",
    "tools": "tools for development",
    "migrations": "changes of the database",
    "db": "the database",
    "public": "static files",
    "static": "static files",
    "assets": "static files",
    "config": "settings",
    "deploy": "deployment",
    "infra": "infrastructure",
    "memory": "the routing table for agents",
    "tasks": "journal of agents",
}
"""What folders with usual names hold."""

GENERATED: Final = frozenset(
    {
        "__pycache__",
        "build",
        "coverage",
        "dist",
        "env",
        "htmlcov",
        "logs",
        "node_modules",
        "out",
        "target",
        "tmp",
        "vendor",
        "venv",
    }
)
"""Folders that nobody writes by hand."""

READMES: Final = ("README.md", "readme.md", "Readme.md", "README.rst", "README.txt", "README")
"""The README, the first that exists."""
