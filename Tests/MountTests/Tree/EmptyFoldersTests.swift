import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Folders that explain themselves", .enabled(if: Repository.canMount))
struct EmptyFoldersTests {
    @Test(.proves("`pins/` has a `README.txt`")) func `pins/ says how to drop a pin until there is one`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let empty = try await mount.shell("cd \"$M/pins\" && ls && cat README.txt")
            #expect(empty.lines.prefix(3) == ["README.txt", "map.geojson", "map.html"], "\(empty.errors)")
            #expect(empty.text.contains("new folder here"), "for those in a file manager")
            let line = empty.lines.first { $0.hasPrefix("    mkdir ") } ?? "false"
            let dropped = try await mount.shell(
                """
                cd "$M/pins" && wc -c < README.txt && stat -c %s README.txt && exec 3< README.txt
                \(line) && ls "$M/pins" && [ ! -e "$M/pins/README.txt" ] && head -c 5 <&3
                """)
            #expect(dropped.status == 0, "\(dropped.errors)")
            #expect(dropped.lines[0] == dropped.lines[1])
            #expect(
                dropped.lines.dropFirst(2) == ["48.8584,2.2945 Eiffel Tower", "map.geojson", "map.html", "There"],
                "and who has it open reads on")
            let gone = try await mount.shell("rmdir \"$M/pins/48\"* && ls \"$M/pins\" && [ -s \"$M/pins/README.txt\" ]")
            #expect(gone.lines == ["README.txt", "map.geojson", "map.html"] && gone.status == 0, "\(gone.errors)")
            // `rm -r` of all of pins/ ends well, as ever.
            #expect(try await mount.shell("rm -r \"$M/pins/\"*").status == 0)
        }
    }

    @Test(.proves("`places/` has a `README.txt`"))
    func `places/ says how to find and to add a place, and where it is told why one is refused`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let told = try await mount.shell(
                "cd \"$M/places\" && cat README.txt && wc -c < README.txt && stat -c %s README.txt")
            #expect(told.lines.suffix(2).first == told.lines.last, "\(told)")
            #expect(told.text.contains("placesfs places Dinan") && told.text.contains("user.places.error France"))
            let line = told.lines.first { $0.hasPrefix("    mkdir ") } ?? "false"
            let added = try await mount.shell("cd \"$M/places\" && \(line) && ls -d France/Dinan && ls README.txt")
            #expect(added.lines == ["France/Dinan", "README.txt"], "\(added.errors)")
            #expect(!told.text.contains(mount.path), "who copies places/ copies it, too")
        }
    }

    @Test(.proves("`pins/` has a `README.txt`")) func `tags/ says how to add a tag until somebody did`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let first = try await mount.shell("cd \"$M/tags\" && ls && cat README.txt")
            let topics = TestSource.current.firstTopics
            #expect(Set(first.lines.prefix(topics.count + 1)) == Set(topics + ["README.txt"]), "\(first.errors)")
            let line = first.lines.first { $0.hasPrefix("    mkdir ") } ?? "false"
            let added = try await mount.shell("cd \"$M/tags\" && \(line) && ls \"$M/tags\" && stat -c %s \"$M/tags\"")
            #expect(Set(added.lines) == Set(topics + ["sunset", "\(topics.count + 1)"]), "\(added.errors)")
            #expect(try await mount.shell("cat \"$M/tags/README.txt\"").status == 1)
            let back = try await mount.shell(
                "rmdir \"$M/tags/sunset\" && ls \"$M/tags\" && stat -c %s \"$M/tags\" && rm \"$M/tags/README.txt\"")
            #expect(Set(back.lines) == Set(topics + ["README.txt", "\(topics.count)"]))
            #expect(back.status == 1 && back.errors.contains("Read-only"), "\(back.errors)")
        }
    }

    @Test(.proves("`pins/` has a `README.txt`")) func `where nothing can be made, nothing says how`() async throws {
        try await TestMount.run(Atlas.configuration(), options: ["-o", "ro"]) { mount async throws in
            let listed = try await mount.shell("cd \"$M\" && ls pins tags").text
            #expect(listed.contains("map.geojson") && !listed.contains("README"), "\(listed)")
            let readme = try await mount.shell("cat \"$M/README.txt\"").text
            #expect(readme.contains("photos taken near a point\n") && !readme.contains("mkdir"), "\(readme)")
        }
    }

    /// The lists of other sources are longer.
    @Test(.proves("`.hidden` names"), .enabled(if: TestSource.current == .flickr))
    func `dot-hidden in lists of places and pins names the data, so that desktops show folders`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let hidden = try await mount.shell(
                """
                cd "$M" && mkdir pins/0,0 && for list in places places/France pins; do
                    cat $list/.hidden; ls $list | grep -c geojson; stat -c %s $list; find $list -mindepth 1 -maxdepth 1 -type d | wc -l
                done
                """)
            #expect(
                hidden.lines == [
                    "map.geojson", "1", "3", "3", "map.geojson", "1", "2", "2", "map.geojson", "1", "1", "1",
                ],
                "\(hidden.text)\(hidden.errors)")
        }
    }
}
