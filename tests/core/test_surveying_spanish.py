"""The survey of a project in Spanish, whose words it was not made with."""

from typing import Final

from tests.core.test_surveying import page_of, proposed, routed

DOCUMENTS: Final = {
    "README.md": (
        "# Huerta\n"
        "Huerta reparte cestas de verdura. Este repositorio contiene el servidor y la tienda web.\n"
        "## Arranque rápido\n"
        "    docker compose up\n"
    ),
    "docs/instalacion.md": (
        "# Instalación del entorno\n"
        "Necesitas Python 3.12, Node 22 y Docker.\n"
        "## Dependencias\n"
        "Ejecuta `make instalar`.\n"
        "## Datos de prueba\n"
        "`make semilla` rellena la base de datos con clientes inventados.\n"
    ),
    "docs/despliegue.md": (
        "# Despliegue\n"
        "Desplegamos los lunes y los jueves con Ansible. Primero preproducción, luego producción.\n"
        "## Preproducción\n"
        "Cada fusión en main se despliega sola.\n"
        "## Volver atrás\n"
        "`make revertir` restaura la versión anterior del servidor.\n"
    ),
    "docs/pedidos.md": (
        "# Pedidos y cestas\n"
        "Un pedido pasa por cuatro estados: borrador, confirmado, preparado, entregado.\n"
        "## Cambios en una cesta\n"
        "El cliente puede cambiar la cesta hasta el martes a las 12.\n"
        "## Cancelar un pedido\n"
        "Un pedido confirmado se cancela con `POST /pedidos/{id}/cancelar`; queda como saldo.\n"
    ),
    "docs/pagos.md": (
        "# Pagos y facturación\n"
        "Cobramos con Redsys y con domiciliación bancaria.\n"
        "## Facturas\n"
        "Las facturas se numeran por año y serie; nunca se borran, se rectifican.\n"
        "## Devoluciones\n"
        "Las devoluciones salen por el mismo medio de pago en cinco días.\n"
    ),
    "docs/rutas-reparto.md": (
        "# Rutas de reparto\n"
        "Cada noche se calculan las rutas de las furgonetas con OR-Tools.\n"
        "## Ventanas horarias\n"
        "El cliente elige una ventana de dos horas.\n"
        "## Incidencias\n"
        "Si un repartidor no puede entregar, la cesta vuelve al almacén y se avisa al cliente.\n"
    ),
    "docs/almacen.md": (
        "# Almacén y existencias\n"
        "Las existencias se cuentan por lotes. Cada lote tiene fecha de caducidad y productor.\n"
        "## Inventario\n"
        "El inventario se hace el domingo con los lectores de códigos.\n"
        "## Productores\n"
        "Los productores anuncian su cosecha por el portal.\n"
    ),
    "docs/autenticacion.md": (
        "# Autenticación y permisos\n"
        "Los clientes entran con un enlace por correo; el personal, con Google.\n"
        "## Roles\n"
        "Repartidor, almacén, atención y administración.\n"
        "## Sesiones\n"
        "Una sesión dura 30 días y se guarda en Redis.\n"
    ),
    "docs/pruebas.md": (
        "# Pruebas\n"
        "Las pruebas unitarias usan pytest; las de navegador, Playwright.\n"
        "## Datos\n"
        "Usa las fábricas de `tests/fabricas.py`.\n"
        "## Cobertura\n"
        "No bajamos del 85 %.\n"
    ),
    "docs/copias-seguridad.md": (
        "# Copias de seguridad\n"
        "Cada noche se copia la base de datos a un cubo cifrado.\n"
        "## Restaurar\n"
        "`tools/restaurar.sh FECHA` crea una base nueva.\n"
        "## Simulacro\n"
        "Una vez al trimestre.\n"
    ),
    "docs/notificaciones.md": (
        "# Notificaciones\n"
        "Avisamos por correo, SMS y WhatsApp.\n"
        "## Plantillas\n"
        "Las plantillas están en `notificaciones/plantillas`.\n"
        "## Horario de silencio\n"
        "Nada entre las 22 y las 8.\n"
    ),
    "docs/guia-estilo.md": (
        "# Guía de estilo del código\n"
        "Usamos ruff y prettier. Los nombres del dominio van en español.\n"
        "## Revisiones\n"
        "Cada cambio necesita una aprobación.\n"
        "## Mensajes de commit\n"
        "En imperativo y en español.\n"
    ),
    "docs/privacidad.md": (
        "# Privacidad y protección de datos\n"
        "Guardamos la dirección y los horarios de los clientes.\n"
        "## Plazos\n"
        "Los datos se borran a los dos años de la última cesta.\n"
        "## Derecho de acceso\n"
        "Respondemos en 30 días.\n"
    ),
}

PROMPTS: Final = (
    ("despliega la nueva versión en preproducción", ("docs/despliegue.md",)),
    (
        "el cliente quiere cancelar su pedido y recuperar el dinero",
        ("docs/pedidos.md", "docs/pagos.md"),
    ),
    ("añade un campo a las facturas", ("docs/pagos.md",)),
    ("la furgoneta llega tarde, recalcula la ruta", ("docs/rutas-reparto.md",)),
    ("falla la autenticacion con Google del personal", ("docs/autenticacion.md",)),
    ("escribe pruebas para la cesta", ("docs/pruebas.md",)),
    ("restaura la base de datos de ayer", ("docs/copias-seguridad.md",)),
    ("manda un SMS cuando se entrega el pedido", ("docs/notificaciones.md",)),
    ("borra los datos de un cliente que lo pide", ("docs/privacidad.md",)),
    ("caducidad de los lotes en el inventario", ("docs/almacen.md",)),
)


def test_everyday_prompts_reach_the_document_a_person_would_choose() -> None:
    page = page_of(proposed(DOCUMENTS))
    missed = [prompt for prompt, paths in PROMPTS if not set(paths) & set(routed(page, prompt))]
    assert len(missed) <= 2, missed
