"""Rules, options and numbers as a page reads them; house rules as a page sends them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.book import BOOKS, scenario_paths
from grognard.server.app import make_app
from grognard.server.store import Store

from .pages import FARM, ROAD, TESTING, Page, made, socket_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Store(f"sqlite:///{tmp_path / 'games.db'}"), settings=TESTING)) as found:
        yield found


def rules(client: TestClient, book: str, words: str) -> list[dict[str, Any]]:
    answer = client.get(f"/api/rules/{book}", params={"q": words})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["found"])


def test_rules_are_found_by_words_with_their_chapter_and_the_place(client: TestClient) -> None:
    found = rules(client, "horse-and-musket", "can infantry charge cavalry")
    assert found[0]["id"] == "FH-042" and found[0]["chapter"]
    assert "cavalry" in found[0]["text"]
    assert rules(client, "most-irregular", "R14")[0]["id"] == "MI-R14"
    assert rules(client, "most-irregular", "") == []


def test_words_without_end_and_books_that_are_none_are_refused_in_one_line(client: TestClient) -> None:
    assert client.get("/api/rules/horse-and-musket", params={"q": "x" * 500}).status_code == 422
    wrong = client.get("/api/rules/draughts", params={"q": "king"})
    assert wrong.status_code == 404 and "\n" not in wrong.json()["detail"]


def test_a_rule_comes_with_its_rulings_options_and_neighbours(client: TestClient) -> None:
    rule = client.get("/api/rules/horse-and-musket/FH-013").json()
    assert rule["previous"]["id"] == "FH-012" and rule["next"]["id"] == "FH-014"
    assert [r["id"] for r in rule["sees"]] == rule["rulings"] == ["FH-R02"]
    assert [o["name"] for o in rule["choices"]] == ["fh.rally_timing"]
    assert rule["choices"][0]["readings"][1] == {
        "value": "turn_start",
        "means": "by all before anybody moves",
    }
    ruling = client.get("/api/rules/horse-and-musket/FH-R02").json()
    assert "FH-013" in [r["id"] for r in ruling["seen_by"]]
    assert not any(mark in ruling["text"] for mark in ("**", "`", "[TEXT]"))


def test_a_rule_of_a_sister_book_is_told_as_hers(client: TestClient) -> None:
    """Texts that two books share may name a rule that only one of them has."""
    early, pike = "early-19th-century", "pike-and-shot"
    own, hers = (client.get(f"/api/rules/{name}/PS-017").json() for name in (pike, early))
    assert "PS-017" in client.get(f"/api/rules/{early}/TY-078").json()["text"]
    assert hers["text"] == own["text"] and hers["chapter"] == f"Pike and Shot: {own['chapter']}"
    assert client.get(f"/api/rules/{early}/FH-042").status_code == 404


def test_in_a_game_a_rule_says_what_is_in_force_and_whom_it_touches(client: TestClient) -> None:
    game = made(client, house={"fh.rally_timing": "turn_start"})
    with socket_of(client, game) as socket:
        page = Page(socket, game["tokens"]["blue"])
        page.until("which unit moves")
        told = page.result("rule", rule="FH-013")
        assert [o["value"] for o in told["rule"]["choices"]] == ["turn_start"]
        order = page.result("rule", rule="FH-011")
        assert order["asked"] and any("over for this turn" in c["text"] for c in order["cited"])
        pieces = {p["number"] for p in page.table["scene"]["pieces"]}
        move = page.result("rule", rule="FH-026")
        assert {c["piece"] for c in move["cited"]} <= pieces and len(move["cited"]) > 10
        assert page.query("rule", rule="FH-999")["type"] == "problem"


# Home


@pytest.mark.parametrize("name", BOOKS)
def test_home_says_every_option_in_plain_words(client: TestClient, name: str) -> None:
    book = next(b for b in client.get("/api/home").json()["books"] if b["id"] == name)
    assert len(book["options"]) > 20
    for option in book["options"]:
        assert option["label"] and "_" not in option["label"]
        assert option["number"] or [r["value"] for r in option["readings"]] == option["values"]


@pytest.mark.parametrize("name", BOOKS)
def test_every_number_of_a_book_is_listed_with_its_rules(client: TestClient, name: str) -> None:
    numbers = client.get(f"/api/numbers/{name}").json()["numbers"]
    assert len(numbers) > 80 and all(n["label"] and n["rules"] and n["value"] for n in numbers)


@pytest.mark.parametrize(
    ("scenario", "house"),
    [
        (ROAD, {"rate.infantry_line": 7, "general_reach": 5.5, "general_ignores_area": False}),
        (ROAD, {"fh.first_fire": "melee_dice", "musket_target": [5, 4, 3], "fh.premeasure": False}),
        (ROAD, {"counter_battery_open": ["nothing"] * 12 + ["gun"], "musket_range.rifle": [3, 6, 18]}),
        (FARM, {"break_point": "off", "rally_reach_factor": 1, "base_diameter": 0.8, "cavalry": "on"}),
        (FARM, {"officer_assault_radius": 4, "woods_sight": 2, "shock_up_to.standard": 3}),
    ],
)
def test_a_game_is_made_with_numbers_booleans_words_and_lists(
    client: TestClient, scenario: str, house: dict[str, Any]
) -> None:
    game = made(client, scenario, house=house)
    with socket_of(client, game) as socket:
        assert Page(socket, game["tokens"]["blue"]).table["heading"]["house"] == house


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ({"rate.infantry_line": "fast"}, "rate.infantry_line"),
        ({"fh.first_fire": "cannon"}, "first_fire"),
        ({"musket_target": [4, 3]}, "musket_target"),
        ({"musket_target": 4}, "musket_target"),
        ({"no.such": 1}, "no.such"),
        ({"rate.infantry_line": True}, "rate.infantry_line"),
        ({"turns": 2.5}, "turns"),
        ({"figures_a_die": 0}, "figures_a_die"),
        ({"fh.figures_a_die": -5}, "figures_a_die"),
        ({"musket_target": [4, -3, 2]}, "musket_target"),
        ({"musket_target[1]": 5000}, "musket_target[1]"),
        ({"canister_dice": 10**12}, "canister_dice"),
    ],
)
def test_a_bad_value_is_refused_in_one_clear_line(
    client: TestClient, house: dict[str, Any], said: str
) -> None:
    answer = client.post("/api/games", json={"scenario": ROAD, "house": house})
    assert answer.status_code == 422, answer.text
    detail = answer.json()["detail"]
    assert isinstance(detail, str) and said in detail and "\n" not in detail and len(detail) < 2000


def test_every_value_of_every_option_makes_a_game(client: TestClient) -> None:
    """One game with all the second readings at once, for each book."""
    for book in client.get("/api/home").json()["books"]:
        house = {o["name"]: o["values"][-1] for o in book["options"] if not o["number"]}
        scenario = next(iter(scenario_paths(book["id"])))
        assert made(client, scenario, house=house)["game"]
