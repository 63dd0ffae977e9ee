import Foundation
import PhotoSimulator
import TestSupport

/// Photos that are large beside their small renditions, as Flickr's are: those take a fortieth of the bytes. The photos
/// themselves have the 1024 pixels that are usual, because file managers draw no icons of what they are told is larger
/// than 1 MB (Nemo) or 2 MB (PCManFM).
enum Gallery {
    static func photos(_ count: Int, imageBytes: ClosedRange<Int> = 300_000...400_000) -> NumberedLibrary {
        let numbered = NumberedLibrary(photosPerPlace: count, imageBytes: imageBytes)
        for number in 0..<count {
            numbered.library.edit(NumberedLibrary.id(number)) { photo in
                photo.renditions = photo.renditions.map { rendition in
                    guard rendition.suffix == "n" else { return rendition }
                    return SimulatedRendition(
                        suffix: "n", width: rendition.width / 2, height: rendition.height / 2)
                }
            }
        }
        return numbered
    }

    static func small(_ number: Int, of numbered: NumberedLibrary) -> [UInt8] {
        numbered.library.imageBytes(of: NumberedLibrary.id(number), TestSource.current.thumbnail) ?? []
    }

    static func path(_ number: Int) -> String { "\"$M/\(NumberedLibrary.path(number))\"" }

    /// Makes `"$T/name"`, a program that copies a file to its standard output and runs under that name.
    static func reader(_ name: String) -> String { "cp \"$(command -v cat)\" \"$T/\(name)\"" }

    /// Makes `"$T/name"`, a Python that runs under that name; `$PYTHONHOME` is where it finds its library.
    static func python(_ name: String) -> String {
        """
        export PYTHONHOME="$(python3 -c 'import sys; print(sys.base_prefix)')"
        cp "$(python3 -c 'import os, sys; print(os.path.realpath(sys.executable))')" "$T/\(name)"
        """
    }

    /// The renditions that were asked for, in order.
    static func renditions(asked ledger: Ledger) -> [String] {
        ledger.entries.filter(\.isImage).map { $0.rendition ?? "?" }
    }

    static let thumbnailer = "/usr/bin/gdk-pixbuf-thumbnailer"
    static let hasThumbnailer = FileManager.default.isExecutableFile(atPath: thumbnailer)
    /// Whether real file managers are to be run.
    static let isDesktopWanted = ProcessInfo.processInfo.environment["PLACESFS_DESKTOP"] != nil

    /// The beginning of a command that runs in a sandbox like GNOME's for thumbnailers.
    static let sandbox =
        "bwrap --ro-bind /usr /usr --ro-bind /etc/ld.so.cache /etc/ld.so.cache --symlink usr/lib /lib "
        + "--symlink usr/lib64 /lib64 --symlink usr/bin /bin --proc /proc --dev /dev --chdir / --unshare-all "
        + "--die-with-parent --setenv GIO_USE_VFS local"
}
