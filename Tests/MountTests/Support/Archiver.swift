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
    /// A file that has to be there, too.
    var library: String?

    var isInstalled: Bool {
        programs.allSatisfy(Self.has) && library.map { FileManager.default.fileExists(atPath: $0) } ?? true
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

    /// What "Compress…" of Nautilus runs.
    static let compress = Archiver(
        description: "Nautilus' *Compress…*", programs: [],
        packs: "/usr/bin/python3 '\(Script.path("Support/compress.py"))' \"$F\" \"$A\"",
        library: "/usr/lib/x86_64-linux-gnu/girepository-1.0/GnomeAutoar-0.1.typelib")

    /// Those that read each photo to its end, whatever size they were told.
    static let unconcerned = [
        Archiver(description: "GNU `tar`", programs: ["tar"], packs: "tar -C \"$U\" -cf \"$A\" \"$N\""),
        Archiver(
            description: "`zip`", programs: ["zip", "unzip"],
            packs: "(cd \"$U\" && zip -q -r \"$A.zip\" \"$N\" && mv \"$A.zip\" \"$A\")",
            unpacks: "unzip -q \"$A\" -d \"$D\""),
        Archiver(description: "`rsync`", programs: ["rsync"], packs: "rsync -a \"$F\" \"$D\"", unpacks: ":"),
        Archiver(
            description: "`7z`", programs: ["7z"], packs: "(cd \"$U\" && 7z a -bd \"$A.7z\" \"$N\" > \"$T/told\")",
            unpacks: "7z x -bd -o\"$D\" \"$A.7z\" > \"$T/told\""),
        Archiver(
            description: "`borg`", programs: ["borg"],
            packs: "borg init -e none \"$A\" && (cd \"$U\" && borg create \"$A::one\" \"$N\")",
            unpacks: "(cd \"$D\" && borg extract \"$A::one\")"),
        Archiver(
            description: "`restic`", programs: ["restic"],
            packs: "export RESTIC_PASSWORD=x; restic -q -r \"$A\" init && restic -q -r \"$A\" backup \"$F\"",
            unpacks: "restic -q -r \"$A\" restore latest --target \"$D\""),
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
        Archiver(
            description: "`git`", programs: ["git"],
            packs: "git init -q \"$A\" && (cd \"$F\" && git --git-dir=\"$A/.git\" --work-tree=. add .)",
            unpacks: "(cd \"$D\" && git --git-dir=\"$A/.git\" --work-tree=. checkout-index -a)"),
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
