import Foundation
import Promises
import TestSupport
import Testing

@Suite("Installed, and in the desktop's menu", .enabled(if: Repository.canMount))
struct InstallTests {
    /// The `PREFIX`, whose name a shell or a desktop entry could stumble over.
    private static let prefix = "\"$HOME/pre & fix\""
    private static let install = "\"$R/scripts/install\" --built \"$(dirname \"$PLACESFS\")\""

    @Test func `what is installed mounts the sample, twice over the same, and is gone without a trace`() async throws {
        try await Home.run { home in
            let installed = try await Self.shell("\(Self.install) \(Self.prefix)", home)
            #expect(installed.status == 0, "\(installed.errors)")
            let files = "cd \(Self.prefix) && find . -type f -o -type l | grep -v '\\.resources/' | sort"
            let first = try await Self.shell(files, home)
            #expect(
                first.lines.filter { !$0.hasPrefix("./share/man/") } == [
                    "./bin/placesfs", "./bin/placesfs-open", "./lib/placesfs/folders", "./lib/placesfs/placesfs",
                    "./lib/placesfs/placesfs-menu-shown", "./lib/placesfs/placesfs-open",
                    "./share/applications/placesfs.desktop",
                    "./share/bash-completion/completions/placesfs", "./share/caja-python/extensions/placesfs_caja.py",
                    "./share/file-manager/actions/placesfs-album.desktop",
                    "./share/file-manager/actions/placesfs-credit.desktop",
                    "./share/file-manager/actions/placesfs-keep.desktop",
                    "./share/file-manager/actions/placesfs-new-collection.desktop",
                    "./share/fish/vendor_completions.d/placesfs.fish",
                    "./share/icons/hicolor/scalable/apps/placesfs.svg",
                    "./share/kio/servicemenus/placesfs-folders.desktop",
                    "./share/kio/servicemenus/placesfs-photos.desktop",
                    "./share/nautilus-python/extensions/placesfs_nautilus.py",
                    "./share/nemo/actions/placesfs-album.nemo_action",
                    "./share/nemo/actions/placesfs-credit.nemo_action",
                    "./share/nemo/actions/placesfs-keep.nemo_action",
                    "./share/nemo/actions/placesfs-new-collection.nemo_action",
                    "./share/placesfs-menus/placesfs_menu.py",
                    "./share/systemd/user/placesfs@.service",
                    "./share/thunarx-python/extensions/placesfs_thunar.py", "./share/zsh/site-functions/_placesfs",
                ])
            let entries = try await Self.shell(
                """
                grep -h ^Exec \(Self.prefix)/share/applications/placesfs.desktop
                \(Self.install) ~/plain > /dev/null && grep -h ^Exec ~/plain/share/applications/placesfs.desktop
                """, home)
            #expect(
                entries.lines == [
                    "Exec=\"\(home.path)/pre & fix/bin/placesfs-open\" %u",
                    "Exec=\"\(home.path)/pre & fix/bin/placesfs-open\" --own",
                    "Exec=\(home.path)/plain/bin/placesfs-open %u", "Exec=\(home.path)/plain/bin/placesfs-open --own",
                ], "xdg-open reads no quotes, and the entry's action is another one")
            let called = try await Self.shell(
                """
                cd \(Self.prefix)/share; grep -h '^Exec=' nemo/actions/placesfs-keep.nemo_action
                grep -h '^ShowIfTrue=' file-manager/actions/placesfs-keep.desktop
                """, home)
            #expect(
                called.lines == [
                    "Exec=\"\(home.path)/pre & fix/bin/placesfs\" menu keep -- %U",
                    "ShowIfTrue=\"\(home.path)/pre & fix/lib/placesfs/placesfs-menu-shown\" keep %F",
                ])
            for page in [
                "man1/placesfs.1", "man1/placesfs-mount.1", "man1/placesfs-open.1", "man5/placesfs.conf.5",
                "man7/placesfs.7",
            ] {
                #expect(first.lines.contains("./share/man/" + page), "\(first.text)")
            }
            let unit = try await Self.shell("grep ^Exec \(Self.prefix)/share/systemd/user/*", home)
            #expect(
                unit.lines.contains(
                    "ExecStart=\"\(home.path)/pre & fix/bin/placesfs\" mount --foreground -- \"%h/%I\""),
                "\(unit.text)")
            #expect(try await Self.shell("find \(Self.prefix) ! -type l ! -perm -444", home).text == "")

            let program = "\(Self.prefix)/bin/placesfs"
            #expect(try await Self.shell("\(program) --version", home).text.hasPrefix("placesfs "))
            let mounted = try await Self.shell(
                "cd / && \(program) mount --source sample ~/mnt && ls ~/mnt/places", home)
            #expect(mounted.status == 0 && mounted.lines.contains("Iceland"), "\(mounted.errors)")
            let again = try await Self.shell("\(Self.install) \(Self.prefix)", home)
            #expect(again.status == 0, "\(again.errors)")
            #expect(try await Self.shell(files, home).text == first.text)
            let read = try await Self.shell("cat ~/mnt/places/France/Annecy/Regatta.jpg | file -b --mime-type -", home)
            #expect(read.text == "image/jpeg", "the mount goes on")
            #expect(try await Self.shell("\(program) unmount ~/mnt", home).status == 0)

            let gone = try await Self.shell("\"$R/scripts/install\" --uninstall \(Self.prefix)", home)
            #expect(gone.status == 0, "\(gone.errors)")
            #expect(try await Self.shell("test ! -e \(Self.prefix)", home).status == 0, "no empty folder is left")
            let others = try await Self.shell(
                """
                mkdir -p ~/p/bin ~/p/share/man && \(Self.install) ~/p > /dev/null 2>&1 && \(Self.install) ~/p > /dev/null 2>&1
                "$R/scripts/install" --uninstall ~/p > /dev/null && cd ~/p && find . | LC_ALL=C sort
                """, home)
            #expect(others.lines == [".", "./bin", "./share", "./share/man"], "what was there stays: \(others)")
        }
    }

    @Test func `what cannot be installed is one line, and changes nothing`() async throws {
        try await Home.run { home in
            let made = try await Self.shell(
                "mkdir -p ~/others/bin ~/empty; echo mine > ~/others/bin/placesfs; touch ~/file", home)
            #expect(made.status == 0)
            for (command, status, words) in [
                ("--built ~/empty ~/p", 1, "no program placesfs"), ("--built ~/none ~/p", 1, "no program placesfs"),
                ("--built", 2, "needs a folder"), ("--uninstall ~/p", 1, "nothing of placesfs"),
                ("--what", 2, "unknown option"), ("~/p ~/q", 2, "one PREFIX"), ("'a\"b'", 2, "may not hold"),
                ("\"$R/p\"", 2, "source tree"), ("~/file", 2, "not a directory"),
                ("~/others", 1, "move it away"), ("--uninstall ~/others", 1, "move it away"),
            ] {
                let refused = try await Self.shell("\"$R/scripts/install\" \(command)", home)
                #expect(refused.status == status && refused.errors.contains(words), "\(command): \(refused.errors)")
                #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
            }
            #expect(
                try await Self.shell("find ~ -newer ~/file -type f; cat ~/others/bin/placesfs", home).text == "mine")
        }
    }

    @Test(.proves("A mountpoint that `placesfs mount --make`"))
    func `the entry is valid, finds program and icon, and its folder goes with the mount`() async throws {
        try await Home.run { home in
            #expect(try await Self.shell("\(Self.install) \(Self.prefix)", home).status == 0)
            let valid = try await Self.shell(
                """
                desktop-file-validate "$R/share/applications/placesfs.desktop" &&
                    desktop-file-validate \(Self.prefix)/share/applications/placesfs.desktop
                """, home)
            #expect(valid.status == 0 && valid.text == "", "\(valid.text)\(valid.errors)")
            let icon = try await Self.shell(
                "cd \(Self.prefix)/share && name=$(sed -n 's/^Icon=//p' applications/placesfs.desktop) &&"
                    + " file -b --mime-type icons/hicolor/scalable/apps/$name.svg", home)
            #expect(icon.text == "image/svg+xml", "\(icon.errors)")
            // As a menu starts it: gio reads and unquotes the entry's Exec.
            let launched = try await Self.shell(
                "\(Self.tools)gio launch \(Self.prefix)/share/applications/placesfs.desktop", home)
            #expect(launched.status == 0, "\(launched.errors)")
            let opened = try await Self.shell(FreshnessTests.await("grep -q . ~/opened"), home)
            #expect(opened.status == 0)
            let shown = try await Self.shell("cat ~/opened; ls ~/Places/places", home)
            #expect(shown.lines.first == home.path + "/Places" && shown.lines.contains("Japan"), "\(shown.text)")

            let second = try await Self.shell("\(Self.tools)\(Self.prefix)/bin/placesfs-open; cat ~/opened", home)
            #expect(second.status == 0 && second.lines == [shown.lines[0], shown.lines[0]], "\(second.errors)")
            #expect(home.mountTable.count { $0.contains(" \(home.path)/Places ") } == 1)
            // As file managers eject.
            let ejected = try await Self.shell(
                "fusermount3 -u ~/Places && \(FreshnessTests.await("! test -e ~/Places")) && mkdir ~/Places", home)
            #expect(ejected.status == 0, "no empty folder is left: \(ejected)")
        }
    }

    @Test func `the menu opens the mount that is there, and leaves no empty folder`() async throws {
        try await Home.run { home in
            #expect(try await Self.shell("\(Self.install) \(Self.prefix)", home).status == 0)
            let open = "\(Self.tools)DISPLAY=:none \(Self.prefix)/bin/placesfs-open"
            let there = try await Self.shell(
                """
                mkdir -p ~/.config/placesfs "$HOME/my mount"; echo 'source = sample' > ~/.config/placesfs/config
                \(Self.prefix)/bin/placesfs mount "$HOME/my mount" && \(open); echo $?; cat ~/opened; cat ~/told; ls ~
                """, home)
            #expect(there.lines.prefix(2) == ["0", home.path + "/my mount"], "\(there.text)\(there.errors)")
            #expect(!there.lines.contains("Places") && there.errors.contains("told"), "\(there.text)\(there.errors)")
            let full = try await Self.shell(
                "mkdir ~/Places; touch ~/Places/mine; : > ~/opened; \(open); echo $?; cat ~/opened; ls ~/Places", home)
            #expect(full.lines == ["0", home.path + "/my mount", "mine"], "\(full.text)\(full.errors)")
            // Where it was asked for elsewhere, it says why not.
            let elsewhere = try await Self.shell("\(open) ~/Other; echo $?; cat ~/told; ls ~", home)
            #expect(elsewhere.text.contains("/my mount already") && !elsewhere.lines.contains("Other"), "\(elsewhere)")
            let printed = try await Self.shell(
                """
                mkdir ~/new; \(Self.prefix)/bin/placesfs mount --reuse ~/new && \(Self.prefix)/bin/placesfs unmount "$HOME/my mount" \
                    && \(Self.prefix)/bin/placesfs mount --reuse ~/new && ls ~/new
                """, home)
            #expect(printed.lines.prefix(2) == [home.path + "/my mount", home.path + "/new"], "\(printed)")
            #expect(printed.lines.contains("places"), "\(printed)")
        }
    }

    @Test func `what goes wrong after a start from the menu is said on the screen`() async throws {
        try await Home.run { home in
            #expect(try await Self.shell("\(Self.install) \(Self.prefix)", home).status == 0)
            let open = "\(Self.tools)DISPLAY=:none \(Self.prefix)/bin/placesfs-open"
            let refused = try await Self.shell(
                "touch '<i>'; \(open) \"$PWD/<i>\"; status=$?; cat ~/told; exit $status", home)
            #expect(refused.status == 11, "\(refused.errors)")
            #expect(
                refused.text == "--app-name=Places --icon=placesfs --urgency=critical -- Places "
                    + "\(home.path)/&lt;i&gt; is not a directory")
            #expect(try await Self.shell("ls ~/opened", home).status != 0)
            let usage = try await Self.shell("\(open) --help", home)
            #expect(usage.status == 2 && usage.errors.hasPrefix("usage: "))
        }
    }

    @Test func `a first start without a network says so in one line, and status how to change over`() async throws {
        try await Home.run { home in
            #expect(try await Self.shell("\(Self.install) \(Self.prefix)", home).status == 0)
            // Nothing gets past a proxy that is not there.
            let offline = "mkdir -p ~/.config/placesfs; echo 'proxy = http://127.0.0.1:1' > ~/.config/placesfs/config"
            let started = try await Self.shell(
                """
                \(offline)
                \(Self.tools)
                printf '#!/bin/bash\nprintf "%%s\\n" "$@" >> ~/told' > ~/tools/notify-send
                DISPLAY=:none \(Self.prefix)/bin/placesfs-open; status=$?; cat ~/told; cat ~/opened; exit $status
                """, home)
            #expect(started.status == 0, "\(started.errors)")
            let told = started.lines
            #expect(
                told.prefix(5) == [
                    "--app-name=Places", "--icon=placesfs", "--urgency=normal", "--",
                    "Places: no network, showing the sample",
                ], "\(told)")
            #expect(told.count == 7 && told.last == home.path + "/Places", "\(told)")
            let body = told.count > 5 ? told[5] : ""
            #expect(
                body
                    == "When you are online, eject Places and open it again to see Wikimedia Commons instead of made-up pictures"
            )
            #expect(!body.contains(". ") && body.split(separator: " ").count < 40, "one sentence: \(body)")

            let status = try await Self.shell(
                "\(Self.prefix)/bin/placesfs status ~/Places; cat ~/Places/README.txt", home)
            let places = "\(home.path)/Places"
            let wayOut = "when the network is back: placesfs unmount \(places) && placesfs mount --make \(places)"
            #expect(status.text.components(separatedBy: wayOut).count == 3, "in status and README: \(status.text)")
            // A sample that was asked for says nothing of the kind.
            let asked = try await Self.shell(
                "\(Self.prefix)/bin/placesfs unmount ~/Places && "
                    + "\(Self.prefix)/bin/placesfs mount --make --source sample ~/Places && \(Self.prefix)/bin/placesfs status ~/Places",
                home)
            #expect(asked.status == 0 && !asked.text.contains("network"), "\(asked.text)\(asked.errors)")
        }
    }

    @Test func `where nobody shows notifications, the last to show an error gets it as text`() async throws {
        try await Home.run { home in
            #expect(try await Self.shell("\(Self.install) \(Self.prefix)", home).status == 0)
            let refused = try await Self.shell(
                """
                mkdir ~/tools ~/programs; touch ~/-file
                for program in bash env readlink dirname mkdir cat; do ln -s "$(command -v $program)" ~/programs; done
                for program in notify-send zenity kdialog; do printf '#!/bin/sh\nexit 1' > ~/tools/$program; done
                printf '#!/bin/sh\necho "$@" > ~/told; cat >> ~/told' > ~/tools/xmessage
                chmod +x ~/tools/*
                PATH="$HOME/tools:$HOME/programs:$(dirname "$(command -v fusermount3)")" DISPLAY=:none \
                    \(Self.prefix)/bin/placesfs-open ~/-file; cat ~/told
                """, home)
            #expect(refused.lines == ["-file -", "\(home.path)/-file is not a directory"], "\(refused)")
        }
    }

    /// Puts programs that write down what they are called with before xdg-open(1) and notify-send(1).
    private static let tools = """
        mkdir -p ~/tools; printf '#!/bin/sh\\necho "$1" >> ~/opened' > ~/tools/xdg-open
        printf '#!/bin/sh\\necho "$@" >> ~/told' > ~/tools/notify-send
        chmod +x ~/tools/*; export PATH="$HOME/tools:$PATH"

        """

    private static func shell(_ script: String, _ home: Home) async throws -> CommandResult {
        try await ChildProcess(
            ["bash", "-c", script],
            environment: home.environment.merging(["R": Repository.root, "PLACESFS": Repository.placesfs]) { $1 },
            directory: home.path
        ).result()
    }
}
