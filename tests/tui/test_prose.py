"""Sentences in dialogs."""

from tui.harness import playing

from engarde_tui.play.questions import FORFEIT


async def test_a_score_in_a_dialog_is_never_broken() -> None:
    """Wherever the end of the line falls."""
    async with playing() as player:
        for letters in range(36, 57):
            words = f"{'a' * letters} 8 : 2 bruno and so on.\n\nA second paragraph."
            player.app.ask(FORFEIT.about(words))
            await player.settle()
            assert "8 : 2" in player.text
            assert words.replace("\n\n", " ") in player.dialog
            await player.press("space")
            assert player.screen_name == "MenuScreen"


async def test_a_dialog_in_a_narrow_window_has_all_its_words() -> None:
    async with playing() as player:
        player.app.ask(FORFEIT.about("The result is anna 8 : 2 bruno, and nobody is to be told otherwise."))
        await player.settle()
        rows = len([row for row in player.rows if "│" in row])
        await player.resize(40, 20)
        await player.resize(80, 24)
        assert len([row for row in player.rows if "│" in row]) == rows
        assert "The result is anna 8 : 2 bruno, and nobody is to be told otherwise." in player.dialog
