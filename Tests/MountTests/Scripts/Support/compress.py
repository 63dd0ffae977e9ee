"""What "Compress…" of Nautilus runs: the folder, the archive."""

import gi, sys
gi.require_version("GnomeAutoar", "0.1")
from gi.repository import Gio, GLib, GnomeAutoar as autoar
source, output = map(Gio.File.new_for_path, sys.argv[1:])
work = autoar.Compressor.new([source], output, autoar.Format.TAR, autoar.Filter.NONE, False)
work.set_output_is_dest(True)
loop = GLib.MainLoop()
work.connect("completed", lambda *_: loop.quit())
work.connect("error", lambda *_: sys.exit("not compressed"))
work.start_async(None)
loop.run()
