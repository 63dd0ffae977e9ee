import os
import sys

from gi.repository import GObject, Thunarx

sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../placesfs-menus"))
import placesfs_menu


class PlacesMenu(GObject.GObject, Thunarx.MenuProvider):
    def get_file_menu_items(self, window, files):
        return placesfs_menu.items([(file.get_uri(), file.is_directory()) for file in files], self.item)

    def get_folder_menu_items(self, window, folder):
        return placesfs_menu.items([(folder.get_uri(), True)], self.item)

    def item(self, name, label, call):
        item = Thunarx.MenuItem(name=name, label=label, icon="placesfs")
        item.connect("activate", call)
        return item
