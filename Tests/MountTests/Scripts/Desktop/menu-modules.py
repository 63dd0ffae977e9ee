"""Loads each file manager's module of the menus that are installed below a folder, with shams of their toolkits."""

import glob, importlib.util, sys, types
toolkit = types.ModuleType("gi.repository")
for name in ("GObject", "Nautilus", "Caja", "Thunarx"):
    setattr(toolkit, name, types.SimpleNamespace(GObject=type("GObject", (), {}), MenuProvider=type("MenuProvider", (), {})))
sys.modules["gi"], sys.modules["gi.repository"] = types.ModuleType("gi"), toolkit
for path in sorted(glob.glob(sys.argv[1] + "/*-python/extensions/*.py")):
    spec = importlib.util.spec_from_file_location("shim", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    print(path.rsplit("/", 1)[1], module.placesfs_menu.LABELS["keep"])
    sys.modules.pop("placesfs_menu")
