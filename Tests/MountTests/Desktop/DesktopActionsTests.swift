import Promises
import TestSupport
import Testing

/// What file managers do beyond looking, through the library that most of them share (gio(1) is its command).
@Suite("Trash, rename and new folder", .enabled(if: Repository.canMount))
struct DesktopActionsTests {
    private static let paris = "\"$M/\(Atlas.paris)\""
    private static let photo = "\"$M/\(Atlas.paris)/Pont Neuf.jpg\""

    @Test(.proves("Moving to the trash"))
    func `moving to the trash is refused as by a file system without one`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            #expect(try await mount.shell("mkdir \"$M/pins/48.8584,2.2945\"; ls \(Self.paris) > /dev/null").status == 0)
            let before = try await mount.shell("ls -A \"$M\" \"$M/pins\" \(Self.paris)")
            for path in [Self.photo, Self.paris, "\"$M/pins/48.8584,2.2945\"", "\"$M/README.txt\""] {
                let refused = try await mount.shell("gio trash \(path)")
                // GLib says so where it answers G_IO_ERROR_NOT_SUPPORTED, which has file managers offer to delete for
                // good.
                #expect(refused.errors.contains("Unable to find or create trash directory"), "\(refused.errors)")
            }
            #expect(try await mount.shell("ls -A \"$M\" \"$M/pins\" \(Self.paris)").text == before.text)
        }
    }

    @Test(.proves("Moving to the trash")) func `folders are made and named as file managers do it`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let steps: [(does: String, then: [String])] = [
                ("gio mkdir 'Untitled Folder'", ["Untitled Folder"]),
                ("gio rename 'Untitled Folder' '48.8584,2.2945 Eiffel Tower'", ["48.8584,2.2945 Eiffel Tower"]),
                ("gio mkdir 'untitled folder'", ["48.8584,2.2945 Eiffel Tower", "untitled folder"]),
                ("gio rename 'untitled folder' 41.9,12.5", ["41.9,12.5", "48.8584,2.2945 Eiffel Tower"]),
                ("gio rename 41.9,12.5 '41.9, 12.5 Rome'", ["41.9, 12.5 Rome", "48.8584,2.2945 Eiffel Tower"]),
                ("gio remove '41.9, 12.5 Rome'", ["48.8584,2.2945 Eiffel Tower"]),
                ("gio mkdir 'New Folder' && gio remove 'New Folder'", ["48.8584,2.2945 Eiffel Tower"]),
            ]
            for step in steps {
                let done = try await mount.shell("cd \"$M/pins\" && \(step.does) > /dev/null && ls | grep -v '^map'")
                #expect(done.status == 0 && done.lines == step.then, "\(step.does): \(done.text)\(done.errors)")
            }
        }
    }

    @Test func `a pin is moved file by file, as KDE does it into its trash, and nothing is missing`() async throws {
        try await TestMount.run(PinnedWorld.configuration(.init(48.8584, 2.2945, photos: 12))) { mount async throws in
            let moved = try await mount.inPins(
                """
                mkdir 48.8584,2.2945 && settled 48* && cp -r 48* "$T/want" && mkdir "$T/got" && /usr/bin/python3 - <<'END'
                import os, shutil
                for name in sorted(os.listdir('48.8584,2.2945'), reverse=True):
                    if name.endswith('.jpg'):
                        for file in (name, name[:-4] + '.geojson'):
                            shutil.copyfile('48.8584,2.2945/' + file, os.environ['T'] + '/got/' + file)
                            os.unlink('48.8584,2.2945/' + file)
                os.rmdir('48.8584,2.2945')
                END
                cd "$T/got" && ls | wc -l && for file in *; do cmp "$file" "../want/$file" || exit 1; done; ls "$M/pins"
                """)
            #expect(moved.status == 0 && moved.lines == ["24"] + PinnedWorld.empty, "\(moved)")
        }
    }

    @Test(.proves("Moving to the trash")) func `what cannot be renamed, removed or added to says so`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            #expect(try await mount.shell("ls \(Self.paris) > /dev/null; mkdir \"$M/pins/1,1\"").status == 0)
            let before = try await mount.shell("ls -AR \"$M/places\" \"$M/pins\"")
            // Whoever is no root is stopped by the modes before we are asked.
            let refusals = [
                ("gio rename \(Self.photo) other.jpg", ["Read-only file system", "Permission denied"]),
                ("gio remove \(Self.photo)", ["Read-only file system", "Permission denied"]),
                ("gio mkdir \(Self.paris)/'New Folder'", ["Read-only file system", "Permission denied"]),
                ("gio mkdir \"$M/pins/91,2\"", ["Invalid filename", "Invalid argument"]),
                ("gio rename \"$M/pins/1,1\" 91,2", ["Invalid filename", "Invalid argument"]),
                ("gio mkdir \"$M/pins/1.0,1.0\"", ["File exists", "already exists"]),
            ]
            for (does, words) in refusals {
                let refused = try await mount.shell(does)
                #expect(refused.status != 0, "\(does)")
                #expect(words.contains { refused.errors.contains($0) }, "\(does): \(refused.errors)")
            }
            #expect(try await mount.shell("ls -AR \"$M/places\" \"$M/pins\"").text == before.text)
        }
    }
}
