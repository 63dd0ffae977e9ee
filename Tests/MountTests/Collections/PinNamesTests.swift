import Promises
import TestSupport
import Testing

@Suite("What the name of a pin means", .enabled(if: Repository.canMount))
struct PinNamesTests {
    /// Spellings of one point each.
    private static let spellings: [[String]] = [
        [
            "48.8584,2.2945", "48.8584, 2.2945", "48.85840,2.29450 Tower", "+48.8584,+2.2945", "48.858401,2.294499",
            "048.8584,2.2945",
        ],
        ["0,0", "-0,-0", "0.000004,-0.000004 Null Island", "0.,0."],
        // A pole is one point; 180° east and west are one meridian.
        ["90,0", "90,120", "90,-180 North Pole", "89.999999,7"],
        ["-90,0", "-90,45", "-90.0,180"],
        ["12.5,180", "12.5,-180", "12.50,180.0 Dateline", "12.5,-179.999999"],
        ["Annecy", "annecy"],
        ["Untitled Folder", "untitled folder", "UNTITLED FOLDER"],
    ]

    @Test(.proves("A pin is its point"))
    func `another spelling of a point is the same pin, to mkdir and to mv`() async throws {
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            for spellings in Self.spellings {
                try mount.write(Array((spellings.joined(separator: "\n") + "\n").utf8), to: "spellings")
                let tried = try await mount.inPins(
                    """
                    mkdir 60,60 && read -r first < "$T/spellings" && mkdir -- "$first" || exit 1
                    tail -n +2 "$T/spellings" | while read -r other; do
                        mkdir -- "$other" 2>&1 | grep -q 'File exists' || echo "mkdir $other"
                        [ -e "./$other" ] && echo "there is $other"
                        python3 -c 'import os,sys; os.rename("60,60", sys.argv[1])' "$other" 2>&1 | grep -q FileExistsError || echo "mv $other"
                    done
                    ls
                    rmdir -- 60,60 "$first"
                    """)
                #expect(
                    tried.lines.sorted() == ["60,60", spellings[0], "map.geojson", "map.html"].sorted(),
                    "\(tried.errors)")
            }
        }
    }

    @Test(.proves("A pin is its point"))
    func `points that differ in the fifth decimal are two pins`() async throws {
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            let made = try await mount.inPins(
                "mkdir 1.00001,2 1.00002,2 1.00001,2.00001 89.99999,0 89.99999,1 && ls | wc -l")
            #expect(made.text == "7", "\(made.errors)")
        }
    }

    @Test(.proves("A name without a point"))
    func `a place of the gazetteer is pinned by its name, and its point is taken then`() async throws {
        let annecy = PinnedWorld.Spot(45.9, 6.12, photos: 2)
        try await TestMount.run(PinnedWorld.configuration(annecy)) { mount in
            let made = try await mount.inPins(
                """
                mkdir Annecy && settled Annecy; photos Annecy
                lat=$(getfattr --only-values -n user.places.latitude Annecy)
                lon=$(getfattr --only-values -n user.places.longitude Annecy)
                mkdir "$lat,$lon" 2>&1 | grep -o 'File exists'
                mv Annecy "$lat,$lon mine" && ls && photos "$lat,$lon mine"
                """)
            let lines = made.lines
            #expect(
                lines.count == 8 && Array(lines.prefix(3)) == ["0-0.jpg", "0-1.jpg", "File exists"],
                "\(made.text)\(made.errors)")
            #expect(lines.count == 8 && lines[3].hasSuffix(" mine"))
        }
    }

    @Test(.proves("A name without a point"))
    func `a sight is pinned by any of its names, with what was found and the radius it was given`() async throws {
        // 200 m and 2 km from the tower.
        let spots = [PinnedWorld.Spot(48.8600, 2.2945, photos: 1), PinnedWorld.Spot(48.8764, 2.2945, photos: 3)]
        try await TestMount.run(PinnedWorld.configuration(spots[0], spots[1]), options: ["--photos-per-pin", "2"]) {
            mount in
            let made = try await mount.inPins(
                """
                mkdir 'Eiffelturm r500m' && settled 'Eiffelturm r500m'; photos 'Eiffelturm r500m' | wc -l
                getfattr --only-values -n user.places.subtitle Eiffel*; echo
                getfattr --only-values -n user.places.title Eiffel*; echo
                mkdir 'Tour Eiffel' 2>&1 | grep -o 'File exists'
                mv 'Eiffelturm r500m' 'エッフェル塔' && settled 'エッフェル塔'; photos 'エッフェル塔' | wc -l
                """)
            #expect(
                made.lines == ["1", "Eiffel Tower, Paris, France", "Eiffelturm", "File exists", "2"], "\(made.errors)")
        }
    }

    @Test(.proves("What file managers call a new folder"))
    func `what a file manager calls a new folder waits for a better name, and says so`() async throws {
        try await TestMount.run(PinnedWorld.configuration(PinnedWorld.Spot(1, 1, photos: 2))) { mount in
            let made = try await mount.inPins(
                """
                mkdir 'Untitled Folder' 'Neuer Ordner' && ls -A 'Untitled Folder' && grep -c rename 'Untitled Folder/README.txt'
                mv 'Neuer Ordner' 'neuer ordner' && mv 'neuer ordner' '新建文件夹'; ls
                """)
            #expect(
                made.lines == ["README.txt", "1", "Untitled Folder", "map.geojson", "map.html", "新建文件夹"],
                "\(made.errors)")
            #expect(mount.searches == 0)
            try await mount.unmount()
            try await mount.mount()
            #expect(try await mount.inPins("ls").lines == PinnedWorld.empty, "a placeholder is not kept")
        }
    }

    /// As Nemo and Caja do it with the plain call, and mv(1) with RENAME_NOREPLACE.
    @Test(
        .proves("What file managers call a new folder"),
        arguments: [
            "mv 'Untitled Folder' '1,1 One'", "python3 -c 'import os; os.rename(\"Untitled Folder\", \"1,1 One\")'",
        ])
    func `a placeholder becomes a pin when it is renamed to one, and stays the same folder`(rename: String) async throws
    {
        try await TestMount.run(PinnedWorld.configuration(PinnedWorld.Spot(1, 1, photos: 2))) { mount in
            let made = try await mount.inPins(
                """
                mkdir 'Untitled Folder' && ls 'Untitled Folder' && stat -c %i 'Untitled Folder' > "$T/before"
                cd 'Untitled Folder' && (cd .. && \(rename)) && (cd .. && settled '1,1 One') && ls && cd ..
                stat -c %i '1,1 One' | cmp - "$T/before" && echo same; ls
                """)
            #expect(
                made.lines == [
                    "README.txt", "0-0.geojson", "0-0.jpg", "0-1.geojson", "0-1.jpg", "CREDITS.txt",
                    "New Collection.txt", "map.geojson", "map.html", "same", "1,1 One", "map.geojson", "map.html",
                ], "\(made.errors)")
            try await mount.unmount()
            try await mount.mount()
            #expect(
                try await mount.inPins("photos '1,1 One'; stat -c %i 1* | cmp - \"$T/before\" && echo same").lines == [
                    "0-0.jpg", "0-1.jpg", "same",
                ])
        }
    }

    @Test(.proves("What looks like a point but is none"))
    func `a point that is copied from anywhere is a pin, and what is none tells its reason`() async throws {
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            let made = try await mount.inPins(
                """
                mkdir '\u{200E}48.8584, 2.2945\u{202C}' && for point in 'lat 48.8584 lon 2.2945' 'POINT(2.2945 48.8584)' \
                    'Eiffel Tower (48.8584, 2.2945)' '٤٨٫٨٥٨٤، ٢٫٢٩٤٥'; do
                    mkdir "$point" 2>&1 | grep -o 'File exists'
                done
                for name in '31U DQ 48251 11932' '48.8584,2.2945 2km'; do
                    mkdir "$name" 2>&1 | grep -o 'Invalid argument'
                    getfattr --only-values -n user.places.error . | grep -oE 'MGRS reference|r2km'
                done
                """)
            let exists = Array(repeating: "File exists", count: 4)
            #expect(
                made.lines == exists + ["Invalid argument", "MGRS reference", "Invalid argument", "r2km"],
                "\(made.text)\(made.errors)")
        }
    }

    @Test(.proves("What looks like a point but is none")) func `everything else is refused as no name of a pin`()
        async throws
    {
        let names = [
            "91,0", "-90.00001,0", "0,180.00001", "0,-181", "48;2", "48", "48,", ",2", "48 2",
            "48°51'N 2°17'N", "48,85 2,29",
            "48.8584,2.2945Tower", "48.8584,2.2945,Tower", " 1,1", "1e1,1", "0x1,1",
            ".5,.5",
            "--1,1", "1,1\t", "_", "#1", "(1,1", "🗼", "...", ".Trash-0", "-", "1/1",
        ]
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            let driver = ErrnoDriver(mount: mount)
            let answers = try await driver.answers(to: names.map { .init("mkdir", "pins/\($0)") })
            let refused = zip(names, answers).filter { name, answer in
                answer == (name.contains("/") ? "ENOENT" : "EINVAL")
            }
            #expect(names.filter { name in !refused.contains { $0.0 == name } } == [])
            #expect(try await mount.inPins("ls").lines == PinnedWorld.empty)
            #expect(mount.searches == 0)
        }
    }
}
