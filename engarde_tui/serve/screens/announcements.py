"""What has been announced in the hall, to read in full."""

from typing import ClassVar

from textual.binding import BindingType

from engarde_tui.language import put, tr
from engarde_tui.play.words import when
from engarde_tui.screens.page import PageScreen
from engarde_tui.serve.hall.hall import Hall
from engarde_tui.serve.hall.keys import ANNOUNCEMENTS
from engarde_tui.widgets.keys import bindings
from engarde_tui.widgets.sections import Entries, Sections


class AnnouncementsScreen(PageScreen):
    """The announcements, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(ANNOUNCEMENTS)

    def __init__(self, hall: Hall) -> None:
        super().__init__()
        self._hall = hall

    def on_mount(self) -> None:
        """Show what has been announced so far."""
        self.renew()

    def speak(self) -> None:
        """Put the page into the language of the session."""
        self.renew()

    def renew(self) -> None:
        """Show also what has just been announced."""
        told = [(when(announced.at), put(announced.words)) for announced in self._hall.notices.announced]
        # Visitors may be in other time zones.
        title = tr("Announcements · the hall's clock says {time}", time=when(self._hall.now))
        page = Entries(title, told, "dim", is_wide=True)
        # Before it is composed there is nothing to renew.
        for sections in self.query(Sections):
            sections.show([page])
