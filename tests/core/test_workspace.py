import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.automaker import write
from memtui.core.memory import ContextFile, Fault, Feature, Memory
from memtui.core.metadata import Metadata
from memtui.core.prompt import prompt
from memtui.core.replay import replay
from memtui.core.scoring import PROFILES, Profile, reading_of
from memtui.core.tokens import tokens
from memtui.core.workspace import UNREAD, Draft, Snapshot, Workspace


def memory(name: str, *tags: str, importance: float = 0.5, body: str = "body\n") -> Memory:
    return Memory(name, write(Metadata(tags, (), "zz", importance), body))


API, AUTH, UI = memory("api.md", "rest"), memory("auth.md", "oauth"), memory("ui.md", "form")
STORE = Snapshot((API, AUTH, UI), features=(Feature("an oauth form"),))
SPACE = Workspace(STORE)

names = st.sampled_from(["a.md", "b.md", "c.md"])
texts = st.sampled_from(["", "one", "two", "three"])
steps = st.one_of(
    st.tuples(st.just("draft"), names, texts),
    st.tuples(st.just("drop"), names, st.just("")),
    st.tuples(st.just("disk"), names, st.one_of(st.none(), texts)),
    st.tuples(st.just("save"), names, st.just("")),
    st.tuples(st.just("rebase"), names, st.just("")),
    st.tuples(st.just("delete"), names, st.just("")),
)


def test_a_draft_is_what_the_person_sees_and_the_disk_stays_below_it() -> None:
    space = SPACE.with_draft("auth.md", AUTH.text + "more\n")
    seen = space.memory("auth.md")
    assert seen is not None
    assert seen.text == AUTH.text + "more\n"
    assert space.snapshot.by_name["auth.md"] is AUTH
    assert SPACE.memory("auth.md") is AUTH
    assert space.memory("none.md") is None
    again = space.with_draft("auth.md", AUTH.text + "other\n")
    assert again.drafts["auth.md"] == Draft(AUTH.text, AUTH.text + "other\n")


def test_a_draft_equal_to_its_base_is_none() -> None:
    space = SPACE.with_draft("auth.md", "x")
    assert space.with_draft("auth.md", AUTH.text).drafts == {}
    assert space.without_draft("auth.md").memory("auth.md") is AUTH
    assert SPACE.with_draft("auth.md", AUTH.text).drafts == {}


def test_the_scores_are_those_of_the_unsaved_values() -> None:
    space = SPACE.with_feature(Feature("a form for oauth"))
    assert space.selection.selected == ("auth.md", "ui.md")
    tagged = memory("api.md", "rest", "form", "oauth")
    drafted = space.with_draft("api.md", tagged.text)
    assert drafted.selection.selected == ("api.md", "auth.md", "ui.md")
    assert space.selection.selected == ("auth.md", "ui.md")
    # A draft of a file that is not on disk takes part as well.
    new = space.with_draft("new.md", memory("new.md", "form", "oauth").text)
    assert new.selection.selected[0] == "new.md"
    for profile in PROFILES:
        saved = Workspace(Snapshot((tagged, AUTH, UI)), feature=space.feature)
        assert drafted.selection_by(profile).scores == saved.selection_by(profile).scores


def test_a_save_keeps_what_was_typed_meanwhile_as_a_draft_on_the_new_base() -> None:
    space = SPACE.with_draft("auth.md", "one").with_draft("ui.md", "typed")
    later = space.with_draft("auth.md", "one two")
    saved = later.saved({"auth.md": "one"})
    assert saved.drafts == {"auth.md": Draft("one", "one two"), "ui.md": Draft(UI.text, "typed")}
    assert saved.outdated == ()
    # Others had changed it as well: what was typed later is merged with that.
    merged = later.saved({"auth.md": "one and theirs"}, drafts={"auth.md": "one"})
    assert merged.drafts["auth.md"] == Draft("one", later.drafts["auth.md"].text)
    assert merged.outdated == ("auth.md",)
    assert space.saved({"auth.md": "one"}).drafts == {"ui.md": Draft(UI.text, "typed")}
    assert saved.snapshot.by_name["auth.md"].text == "one"


def test_new_files_stand_in_their_order_and_deleted_ones_go_with_their_drafts() -> None:
    space = SPACE.with_draft("ui.md", "typed").saved({"b.md": "new"}, {"ui.md", "api.md"})
    assert [memory.name for memory in space.snapshot.memories] == ["auth.md", "b.md"]
    assert space.drafts == {}


def test_a_file_that_changed_below_its_draft_is_named_until_somebody_decides() -> None:
    space = SPACE.with_draft("auth.md", "mine").with_draft("ui.md", "mine too")
    theirs = Snapshot((API, Memory("auth.md", "theirs"), UI))
    outdated = space.with_snapshot(theirs)
    assert outdated.outdated == ("auth.md",)
    assert outdated.drafts == space.drafts
    mine = outdated.rebased("auth.md", "theirs", "mine")
    assert mine.outdated == ()
    assert mine.drafts["auth.md"] == Draft("theirs", "mine")
    assert outdated.without_draft("auth.md").memory("auth.md") == Memory("auth.md", "theirs")
    # The same text from outside is no conflict, and no draft.
    same = space.with_snapshot(Snapshot((API, Memory("auth.md", "mine"), UI)))
    assert set(same.drafts) == {"ui.md"}


def test_a_file_that_is_gone_leaves_its_draft_which_can_make_it_anew() -> None:
    gone = SPACE.with_draft("auth.md", "mine").with_snapshot(Snapshot((API, UI)))
    assert gone.outdated == ("auth.md",)
    assert gone.memory("auth.md") == Memory("auth.md", "mine")
    assert gone.rebased("auth.md", "", "mine").drafts["auth.md"] == Draft("", "mine")


@given(st.lists(steps, max_size=12))
def test_no_draft_is_lost_except_on_purpose(script: list[tuple[str, str, str | None]]) -> None:
    space = Workspace(Snapshot(tuple(Memory(name, "zero") for name in ("a.md", "b.md"))))
    expected: dict[str, str] = {}
    for kind, name, text in script:
        disk = {memory.name: memory for memory in space.snapshot.memories}
        if kind == "draft" and text is not None:
            space = space.with_draft(name, text)
            expected[name] = text
        elif kind == "drop":
            space = space.without_draft(name)
            expected.pop(name, None)
        elif kind == "disk":
            disk.pop(name, None)
            if text is not None:
                disk[name] = Memory(name, text)
            space = space.with_snapshot(Snapshot(tuple(disk.values())))
        elif kind == "save" and name in space.drafts:
            space = space.saved({name: space.drafts[name].text})
        elif kind == "rebase" and name in space.drafts:
            space = space.rebased(
                name, disk[name].text if name in disk else "", space.drafts[name].text
            )
        elif kind == "delete":
            space = space.saved({}, {name})
            expected.pop(name, None)
        for file, typed in expected.items():
            seen = space.memory(file)
            if file in space.drafts:
                assert space.drafts[file].text == typed
            else:
                # Only what stands on disk, or what it was made from, needs no draft.
                saved = space.snapshot.by_name.get(file)
                assert (saved.text if saved else "") == typed or seen is saved
        assert all(draft.text != draft.base for draft in space.drafts.values()) or kind == "rebase"


def test_the_profiles_are_compared_for_the_feature_at_hand() -> None:
    assert SPACE.with_feature(Feature("oauth")).disagreeing == ()
    # Only the application counts the words of a file's name.
    assert SPACE.with_feature(Feature("api")).disagreeing == ("api.md",)
    other = SPACE.with_feature(Feature("api")).with_profile("automaker-app")
    assert other.selection.selected == ("api.md",)


def test_the_prompt_holds_what_loads_and_only_the_application_puts_context_before_it() -> None:
    context = (ContextFile("rules.md", "Be kind."),)
    gotchas = memory("gotchas.md", "trap", importance=0.95, body="Beware.\n")
    space = Workspace(Snapshot((AUTH, gotchas), context), feature=Feature("oauth"))
    assert [name for name, _ in space.prompt_sizes] == ["gotchas.md", "auth.md"]
    assert "Beware." in space.prompt_text
    assert "Be kind." not in space.prompt_text
    assert space.prompt_tokens == tokens(space.prompt_text)
    assert space.floor_tokens == tokens(prompt(["gotchas.md"], {"gotchas.md": "Beware.\n"}))
    app = space.with_profile("automaker-app")
    assert app.prompt_sizes[0] == ("rules.md", tokens("Be kind."))
    assert app.prompt_text.index("Be kind.") < app.prompt_text.index("Beware.")
    assert app.prompt_tokens == tokens(app.prompt_text)
    assert app.floor_tokens == replay((AUTH, gotchas), (), app.profile, context).floor_tokens
    assert app.floor_tokens > space.floor_tokens
    drafted = space.with_draft("auth.md", AUTH.text + "Unsaved.\n")
    assert "Unsaved." in drafted.prompt_text


@pytest.mark.parametrize("profile", PROFILES)
def test_a_body_is_sized_as_the_reader_of_the_profile_takes_it(profile: Profile) -> None:
    # Behind an empty block Automaker takes all up to the next rule for the block.
    file = Memory("gotchas.md", f"---\n---\n{'word ' * 400}\n---\nThe end.\n")
    space = Workspace(Snapshot((file,)), profile=profile)
    assert space.prompt_tokens == tokens(space.prompt_text)
    assert space.prompt_sizes == (("gotchas.md", tokens(reading_of(file, profile)[1])),)


def test_words_are_those_of_the_store_and_of_the_titles() -> None:
    assert SPACE.snapshot.words == ("form", "oauth", "rest")
    assert UNREAD.words == ()


def test_a_file_that_cannot_be_read_has_no_part_in_the_prompt() -> None:
    broken = Memory("auth.md", "", Fault("unreadable", "no permission"))
    space = Workspace(Snapshot((API, broken)), feature=Feature("oauth"))
    assert space.selection.selected == ()
    assert space.memory("auth.md") is broken


def test_an_unsaved_file_is_read_once_however_many_keys_follow() -> None:
    space = SPACE.with_draft("auth.md", AUTH.text + "more\n")
    later = space.with_feature(Feature("oauth")).with_profile("automaker-app")
    assert later.memory("auth.md") is space.memory("auth.md")
    assert later.with_draft("ui.md", "x").memory("auth.md") is space.memory("auth.md")


def test_an_unsaved_document_has_no_part_in_what_an_agent_loads() -> None:
    table = Memory("memory/INDEX.md", "")
    space = Workspace(Snapshot((AUTH,), documents=(table,)), feature=Feature("oauth"))
    drafted = space.with_draft("memory/INDEX.md", memory("x.md", "oauth", importance=1).text)
    assert drafted.selection.selected == space.selection.selected == ("auth.md",)
    assert drafted.memory("memory/INDEX.md") != table
    saved = drafted.saved({"memory/INDEX.md": "table", "new.md": "n"}, deleted=("auth.md",))
    assert [file.name for file in saved.snapshot.documents] == ["memory/INDEX.md"]
    assert [file.name for file in saved.snapshot.memories] == ["new.md"]
