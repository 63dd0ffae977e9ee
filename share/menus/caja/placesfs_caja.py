import os
import sys

from gi.repository import GObject, Caja

sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../placesfs-menus"))
import placesfs_menu


class PlacesMenu(GObject.GObject, Caja.MenuProvider):
    # The first argument of older versions is the window.
    def get_file_items(self, *arguments):
        return placesfs_menu.items([(file.get_uri(), file.is_directory()) for file in arguments[-1]], self.item)

    def get_background_items(self, *arguments):
        return placesfs_menu.items([(arguments[-1].get_uri(), True)], self.item)

    def item(self, name, label, call):
        item = Caja.MenuItem(name=name, label=label, icon="placesfs")
        item.connect("activate", call)
        return item
