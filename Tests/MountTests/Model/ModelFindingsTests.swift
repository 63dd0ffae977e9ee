import PhotoSimulator
import TestSupport
import Testing

/// What the model test found, so that each is told by its own name should it come again.
@Suite("What random sequences found", .enabled(if: Repository.canMount))
struct ModelFindingsTests {
    @Test func `after a mount the first map tells all counts, and looking on makes no other of it`() async throws {
        let world = ModelWorld()
        let configuration = Simulator.Configuration(library: .custom(world.library))
        let middle = NumberedLibrary.center(1)
        let pin = "\(middle.latitude),\(middle.longitude)"
        try await TestMount.run(configuration) { mount in
            let pinned = try await mount.shell(
                """
                ls "$M/\(NumberedLibrary.directory(1))" && mkdir "$M/pins/\(pin)" &&
                    \(FreshnessTests.await("[ -e \"$M/pins/\(pin)/New Collection.txt\" ]"))
                """)
            #expect(pinned.status == 0, "\(pinned.errors)")
            for map in ["pins", "places", NumberedLibrary.country] {
                try await mount.unmount()
                try await mount.mount()
                let told = try await mount.shell(
                    """
                    cd "$M/\(map)" && stat -c %i map.geojson && grep -c '"count":4,' map.geojson
                    ls -l > /dev/null; ls -l "$M/\(NumberedLibrary.country)/" > /dev/null
                    ls -i | grep 'map.geojson$' | grep -o '^ *[0-9]*' && stat -c %i map.geojson
                    """)
                let lines = told.lines.map { $0.trimmingPrefix { $0 == " " } }
                #expect(told.status == 0 && lines.count == 4, "\(map): \(told.text)\(told.errors)")
                #expect(lines.dropFirst().first == "1", "\(map) tells how many photos were found there")
                #expect(Set(lines.enumerated().filter { $0.offset != 1 }.map(\.element)).count == 1, "\(map): \(lines)")
            }
        }
    }

    @Test func `recents emptied by hand stays so when more was viewed than it had room for`() async throws {
        let world = ModelWorld()
        let configuration = Simulator.Configuration(library: .custom(world.library))
        try await TestMount.run(configuration) { mount in
            let emptied = try await mount.shell(
                """
                cd "$M/\(NumberedLibrary.directory(0))" && ls > /dev/null || exit
                for number in $(seq 10 33); do cat "Town 0 number $number.jpg" > "$T/photo" || exit; done
                [ $(ls "$M/recents" | grep -c jpg) = 20 ] && rm "$M/recents/"*.jpg && ls "$M/recents" | grep -c jpg
                cat "Town 0 number 5.jpg" > "$T/photo" && ls "$M/recents" | grep jpg
                """)
            #expect(emptied.lines == ["0", "01 Town 0 number 5.jpg"], "\(emptied.text)\(emptied.errors)")
        }
    }
}
