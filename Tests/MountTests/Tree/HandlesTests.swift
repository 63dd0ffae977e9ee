import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What file servers remember of files.
@Suite("Handles over a remount", .enabled(if: Repository.canMount))
struct HandlesTests {
    /// Root alone may open by handle.
    @Test(.proves("Handles of photos"), .enabled(if: OtherDisk.isPossible, "opening by handle takes root"))
    func `handles open what they opened, after the kernel forgot it and after a remount`() async throws {
        try await TestMount.run(NumbersTests.configuration()) { mount in
            let prepared = try await mount.shell(
                """
                \(NumbersTests.prepare)
                ls -R places/Japan > /dev/null; cat places/France/Paris/*.jpg > /dev/null
                """)
            #expect(prepared.status == 0, "\(prepared.errors)")
            let paths = [
                "places", "places/France", "places/France/Paris", "places/France/Paris/Pont Neuf.jpg",
                "places/France/Paris/Pont Neuf.geojson", "places/France/Paris/map.html", "places/France/Paris/.hidden",
                "places/France/map.geojson", "places/map.html", "places/France/.hidden", NumbersTests.topic,
                NumbersTests.topic + "/Eastern", NumbersTests.topic + "/Eastern/map.geojson",
                NumbersTests.topic + "/map.geojson", "pins",
                "pins/48.86,2.33 Seine", "pins/48.86,2.33 Seine/New Collection.txt", "recents", "tags/README.txt",
                ".placesfs/version",
            ]
            let list = paths.map { "'\($0)'" }.joined(separator: " ")
            let kept = try await mount.shell("python3 - keep \(list) <<'END'\n\(Self.handles)\nEND")
            #expect(kept.text == "\(paths.count)", "\(kept.errors)")
            mount.simulator.ledger.reset()
            let again = "python3 - open \(list) <<'END'\n\(Self.handles)\nEND"
            let forgotten = try await mount.shell("echo 3 > /proc/sys/vm/drop_caches; \(again)")
            #expect(forgotten.lines == ["same"], "\(forgotten.text)\(forgotten.errors)")
            try await mount.unmount()
            try await mount.mount()
            let remounted = try await mount.shell(again)
            #expect(remounted.lines == ["same"], "\(remounted.text)\(remounted.errors)")
            #expect(mount.simulator.ledger.searches == 0, "nothing is asked of the source")
            // What was removed stays away.
            let removed = try await mount.shell("rm -r \"$M/pins/48\"*; \(again)")
            #expect(
                removed.lines == [
                    "pins/48.86,2.33 Seine Stale file handle",
                    "pins/48.86,2.33 Seine/New Collection.txt Stale file handle", "other",
                ], "\(removed.text)\(removed.errors)")
        }
    }

    /// Keeps handles of the paths and what each opens; opens them again and compares.
    private static let handles = #"""
        import ctypes, os, pickle, sys
        libc = ctypes.CDLL(None, use_errno=True)
        class Handle(ctypes.Structure):
            _fields_ = [('bytes', ctypes.c_uint), ('type', ctypes.c_int), ('data', ctypes.c_ubyte * 128)]
        os.chdir(os.environ['M'])
        store, root = os.environ['T'] + '/handles', os.open('.', os.O_RDONLY)
        def content(descriptor):
            facts = os.fstat(descriptor)
            if os.path.isdir(f'/proc/self/fd/{descriptor}'): return facts.st_ino, sorted(os.listdir(descriptor))
            data = b''
            while piece := os.read(descriptor, 1 << 20): data += piece
            return facts.st_ino, data
        if sys.argv[1] == 'keep':
            kept = {}
            for path in sys.argv[2:]:
                handle, mount = Handle(bytes=128), ctypes.c_int()
                if libc.name_to_handle_at(-100, path.encode(), ctypes.byref(handle), ctypes.byref(mount), 0):
                    sys.exit(f'{path}: {os.strerror(ctypes.get_errno())}')
                descriptor = os.open(path, os.O_RDONLY)
                kept[path] = bytes(handle), content(descriptor)
                os.close(descriptor)
            with open(store, 'wb') as file: pickle.dump(kept, file)
            print(len(kept), end='')
            sys.exit()
        with open(store, 'rb') as file: kept = pickle.load(file)
        isSame = True
        for path in sys.argv[2:]:
            handle = Handle.from_buffer_copy(kept[path][0])
            descriptor = libc.open_by_handle_at(root, ctypes.byref(handle), os.O_RDONLY)
            if descriptor < 0:
                print(path, os.strerror(ctypes.get_errno()))
                isSame = False
                continue
            found = content(descriptor)
            if found != kept[path][1] and path not in ('pins', 'recents'):
                print(path, found[0], kept[path][1][0], len(found[1]), len(kept[path][1][1]))
                isSame = False
            os.close(descriptor)
        print('same' if isSame else 'other')
        """#
}
