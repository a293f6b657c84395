"""The words that say what entries are about."""

from memtui.core.language.topics import GENERIC, topic_words, topical

REDIS = "### Queue jobs in redis\n- **Why:** workers restart, redis keeps the queue\n"
LOCKS = "### Locks expire in redis\n- **Context:** workers hold locks\n"
RETRY = "### Retry jobs of workers\n- **Trade-offs:** using 2026 redis\n"
CART = "### Totals in cents\n- **Why:** floats drift, workers too\n"


def test_words_that_tell_a_group_from_others_come_first() -> None:
    found = topic_words([REDIS, LOCKS, RETRY], [CART, CART], 8)
    assert found[0] == "redis"
    assert {"jobs", "locks", "queue"} & set(found) == {"jobs"}
    assert "totals" not in found


def test_the_labels_of_bullets_and_numbers_are_no_topics() -> None:
    assert not topical("- **Trade-offs:** 2026, **Root cause:** using")
    assert {"why", "context", "situation"} <= GENERIC


def test_everyday_words_are_no_topics() -> None:
    assert topical("Redis avoids created parameters despite regardless of the code") == {"redis"}


def test_names_in_a_program_are_no_words_and_names_of_products_are() -> None:
    text = "updateStatus of CodeReviewResolverService on GitHub with TypeScript"
    assert topical(text) == {"github", "typescript"}


def test_one_entry_is_described_by_its_heading() -> None:
    assert set(topic_words([CART], [], 2)) <= {"totals", "cents"}


def test_the_order_is_the_same_each_time() -> None:
    assert topic_words([REDIS, LOCKS], [CART], 9) == topic_words([REDIS, LOCKS], [CART], 9)
