import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Options, status and life without a network", .enabled(if: Repository.canMount))
struct EverydayTests {
    @Test(.proves("A place shows 50 photos"))
    func `a place shows fifty photos, or as many as were asked for`() async throws {
        let library = NumberedLibrary(photosPerPlace: 60)
        let count = "ls \"$M/\(NumberedLibrary.directory())\" | grep -c 'jpg$'"
        try await TestMount.run(library.configuration) { mount async throws in
            #expect(try await mount.shell(count).text == "50")
            let total = "getfattr --only-values -n user.places.total \"$M/\(NumberedLibrary.directory())\""
            #expect(try await mount.shell(total).text == "60")
            try await mount.unmount()
            try await mount.mount(["--photos-per-place", "7", "--state-dir", mount.scratch + "/state"])
            #expect(try await mount.shell(count).text == "7")
        }
    }

    @Test(.proves("A place shows 50 photos"))
    func `newest photos come first, or the most interesting, under the licences asked for`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let first = "ls -U \"$M/\(Atlas.paris)\" | grep -m1 'jpg$'"
            #expect(try await mount.shell(first).text == "Undated.jpg", "the last upload")
            try await mount.unmount()
            try await mount.mount(["--license", "cc", "--sort", "interesting", "--state-dir", mount.scratch + "/state"])
            let list = try await mount.shell("ls \"$M/\(Atlas.paris)\" | grep 'jpg$'")
            #expect(list.lines == ["Sunset over the Seine.jpg"], "the only one under CC")
            let asked = mount.simulator.ledger.entries.last { $0.isSearch }
            if TestSource.current == .flickr { #expect(asked?.path.contains("sort=interestingness-desc") == true) }
        }
    }

    @Test(.proves("`.placesfs` opens by name")) func `README and the status files tell what is what`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let readme = try await mount.shell("cat \"$M/README.txt\"")
            for words in [
                "places/", "map.geojson", "map.html", "CREDITS.txt",
                TestSource.current.noticed,
                "photos from " + (TestSource.current == .flickr ? "Flickr" : "Commons"),
            ] {
                #expect(readme.text.contains(words), "\(words)")
            }
            // Commons has no list of places to be asked for, and what was sent last is asked behind.
            let reached = readme.text.contains(" is reachable.")
            #expect(reached || !TestSource.current.hasPlaces && readme.text.contains("not asked yet"), "\(readme.text)")
            #expect(try await mount.shell("cat \"$M/\(Atlas.paris)/Pont Neuf.jpg\" > /dev/null").status == 0)
            let state = try await mount.shell("cd \"$M/.placesfs\"; for f in *; do [ -d $f ] || cat $f; done")
            #expect(state.status == 0 && !state.text.contains("test-key"))
            let json = try JSON.object(try await mount.shell("cat \"$M/.placesfs/status.json\"").text)
            #expect(json["cachePhotos"] as? Int == 1)
            if TestSource.current.hasPlaces {
                #expect(json["countries"] as? Int == 3 && json["places"] as? Int == 5)
            }
            #expect(json["mountpoint"] as? String == mount.path && json["errorsTotal"] as? Int == 0)
            let metrics = try await mount.shell("grep -v '^#' \"$M/.placesfs/metrics\"")
            #expect(metrics.lines.contains("placesfs_cache_photos 1"))
            #expect(metrics.lines.allSatisfy { $0.contains(/^placesfs_[a-z_]+(\{[^}]*\})? \d+$/) }, "\(metrics.text)")
            #expect(try await mount.shell("cat \"$M/.placesfs/version\"").text.hasPrefix("placesfs "))
            #expect(try await mount.shell("cd \"$M/.placesfs/cached\"; ls | md5sum; ls").lines.last == "Pont Neuf.jpg")
        }
    }

    @Test(.proves("A photo's size is one estimate", "Opening a photo settles its size"))
    func `a size once learnt is kept, and estimated ones say so`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let photo = "\(Atlas.paris)/Pont Neuf.jpg"
            let size = "getfattr --only-values -n user.places.size \"$M/\(photo)\"; echo; stat -c %s \"$M/\(photo)\""
            // One byte a pixel and 64 KiB.
            #expect(
                try await mount.shell(size).lines == [
                    "estimated", String(TestSource.current.estimate(width: 1024, height: 768)),
                ])
            let bytes = try await mount.shell("cat \"$M/\(photo)\" | wc -c").text
            #expect(try await mount.shell(size).lines == ["exact", bytes])
            try await mount.unmount()
            #expect(try await mount.shell("rm -r \"$XDG_CACHE_HOME/placesfs\"").status == 0)
            try await mount.mount()
            #expect(try await mount.shell(size).lines == ["exact", bytes])
            #expect(mount.simulator.ledger.imageRequests == 1)
        }
    }

    @Test(.proves("A listing or a photo that cannot", "Offline at the mount"))
    func `without a network all that was learnt is there, and the rest is an error but no absence`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let look = """
                cd "$M/\(Atlas.paris)"; ls -R . ../../Japan; getfattr -d *.jpg; cat *.geojson; md5sum Pont*.jpg
                """
            let before = try await mount.shell("cat \"$M/\(Atlas.paris)/Pont Neuf.jpg\" > /dev/null\n" + look)
            #expect(before.status == 0)
            try await mount.unmount()
            await mount.simulator.stop()
            try await mount.mount()
            #expect(try await mount.shell(look).output == before.output)
            #expect(try await mount.shell("ls \"$M/.placesfs/cached\"").text == "Pont Neuf.jpg")
            let unreachable = "Network is unreachable"
            for path in ["places/France/Nice", "\(Atlas.paris)/Undated.jpg"] {
                let result = try await mount.shell("cat \"$M/\(path)\" 2>&1 || ls \"$M/\(path)/\" 2>&1")
                #expect(result.text.contains(unreachable), "\(path): \(result.text)")
            }
            #expect(try await mount.shell("stat \"$M/places/France/Nice/Promenade.jpg\"").errors.contains(unreachable))
            // A place can be added all the same.
            let added = try await mount.shell("cd \"$M/places/France\"; mkdir Chambéry && ls && rmdir Chambéry")
            #expect(Set(added.lines).isSuperset(of: ["Chambéry", "Nice", "Paris"]), "\(added.errors)")
        }
    }
}
