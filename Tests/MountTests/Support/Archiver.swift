import Foundation
import TestSupport

/// A program that writes photos' sizes down before it opens them, and how its archive is made and unpacked.
struct Archiver: CustomStringConvertible, Sendable {
    /// As the table of docs/semantics.md calls it.
    var description: String
    /// What has to be installed for it.
    var programs: [String]
    /// Bash: packs the folder `$F`, which is `$N` in `$U`, into `$A`.
    var packs: String
    /// Bash: unpacks `$A`, so that the photos are somewhere in `$D`.
    var unpacks = "tar -xf \"$A\" -C \"$D\""

    var isInstalled: Bool {
        programs.allSatisfy(Self.has)
    }

    static func has(_ program: String) -> Bool {
        ["/usr/bin/", "/usr/sbin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + program) }
    }

    /// Bash: packs a place's folder, compares what is in the archive with the photos, and prints how many were as they
    /// should be. Before that, a look at the folder gives the kernel an estimate of each.
    func round(looking: Bool = true) -> String {
        """
        F="$M/\(NumberedLibrary.directory())"; U=$(dirname "$F"); N=$(basename "$F")
        A="$T/archive"; D="$T/back"; rm -rf "$A" "$D"; mkdir "$D"
        \(looking ? "ls -l \"$F\" > /dev/null" : ":")
        { \(packs); } && { \(unpacks); } || echo failed
        cd "$F" || exit 1
        for photo in *.jpg; do
            cmp -s "$photo" "$(find "$D" -name "$photo")" && right=$((right + 1)) || echo "wrong: $photo"
        done
        echo "$right right"
        """
    }

    /// Those that hold their archive open while they list.
    static let holding = [
        Archiver(description: "`bsdtar`", programs: ["bsdtar"], packs: "bsdtar -C \"$U\" -cf \"$A\" \"$N\""),
        Archiver(description: "`pax`", programs: ["pax"], packs: "(cd \"$U\" && pax -w -f \"$A\" \"$N\")"),
        Archiver(
            description: "`busybox tar`", programs: ["busybox"], packs: "busybox tar -C \"$U\" -cf \"$A\" \"$N\""),
        Archiver(
            description: "Python's `tarfile`", programs: ["python3"],
            packs: "(cd \"$U\" && python3 -m tarfile -c \"$A\" \"$N\")"),
        Archiver(
            description: "Python's `shutil.make_archive`", programs: ["python3"],
            packs: "python3 -c 'import shutil, sys; shutil.make_archive(*sys.argv[1:])' \"$A\" tar \"$U\" \"$N\" "
                + "&& mv \"$A.tar\" \"$A\""),
    ]

    /// Those that are told by their names.
    static let listed = [
        Archiver(
            description: "`bsdtar` into a pipe", programs: ["bsdtar"],
            packs: "bsdtar -C \"$U\" -cf - \"$N\" | cat > \"$A\""),
        Archiver(
            description: "`genisoimage`", programs: ["genisoimage", "bsdtar"],
            packs: "genisoimage -quiet -R -o \"$A\" \"$F\"", unpacks: "bsdtar -xf \"$A\" -C \"$D\""),
        Archiver(
            description: "`xorriso`", programs: ["xorriso", "bsdtar"],
            packs: "xorriso -report_about WARNING -as mkisofs -quiet -R -o \"$A\" \"$F\"",
            unpacks: "bsdtar -xf \"$A\" -C \"$D\""),
        Archiver(
            description: "`rclone copy`", programs: ["rclone"],
            packs: "rclone copy --retries 1 --low-level-retries 1 \"$F\" \"$D/$N\"", unpacks: ":"),
        Archiver(
            description: "`rdiff-backup`", programs: ["rdiff-backup"],
            packs:
                "rdiff-backup \"$F\" \"$D/$N\" > \"$T/told\" 2>&1 && ! grep -r UpdateError \"$D/$N/rdiff-backup-data\"",
            unpacks: ":"),
    ]

    /// Those that look at photos by name, or that learn of them from another program.
    static let byName = [
        Archiver(
            description: "`cpio`", programs: ["cpio"],
            packs: "(cd \"$U\" && find \"$N\" | cpio --quiet -o > \"$A\")",
            unpacks: "(cd \"$D\" && cpio --quiet -id < \"$A\")"),
        Archiver(
            description: "`busybox cpio`", programs: ["busybox", "cpio"],
            packs: "(cd \"$U\" && find \"$N\" | busybox cpio -o -H newc > \"$A\")",
            unpacks: "(cd \"$D\" && cpio --quiet -id < \"$A\")"),
    ]
}
