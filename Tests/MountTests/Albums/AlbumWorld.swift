import TestSupport
import Testing

/// A mount of the sample with an album, which every test of albums begins with.
struct AlbumWorld {
    let home: Home
    /// Of Paris in the sample, which has nine photos.
    static let paris = "places/France/Paris"

    /// Functions of the shell, which starts at the mountpoint: `photo N` is the path of the Nth photo of Paris; `number
    /// FILE` its inode number; `photos FOLDER` lists photos; `why FOLDER` tells why something was refused; `quiet
    /// FOLDER` waits until it shows the files that tell of its photos; `copies` makes copies of Paris' photos outside
    /// the mount, in $T.
    private static let functions = """
        P=\(paris)
        photo() { ls $P | grep '\\.jpg$' | sed -n "$1p" | sed "s|^|$P/|"; }
        number() { stat -Lc %i "$1"; }
        photos() { ls -A "$1" | grep '\\.jpg$'; }
        why() { getfattr --absolute-names --only-values -n user.places.error "$1" | cut -d' ' -f2-; }
        quiet() { for _ in $(seq 1000); do ls -A "$1" | grep -qx map.html && return; sleep 0.05; done; echo "$1 is not quiet" >&2; exit 97; }
        copies() { cp -r $P/. "$T"; }
        mkdir -p "$T"; cd "$M" || exit 1

        """

    static func run(_ options: [String] = [], _ body: (AlbumWorld) async throws -> Void) async throws {
        try await Home.run { home in
            let world = AlbumWorld(home: home)
            try await world.mount(options)
            try await body(world)
        }
    }

    func mount(_ options: [String] = []) async throws {
        let mounted = try await home.command(["mount", "--source", "sample"] + options + [home.mountpoint])
        #expect(mounted.status == 0, "\(mounted.errors)")
    }

    func unmount() async throws {
        let unmounted = try await home.command(["unmount", home.mountpoint])
        #expect(unmounted.status == 0, "\(unmounted.errors)")
    }

    /// Ends the daemon as a crash would, and mounts again.
    func crash() async throws {
        let daemon = try home.daemon()
        #expect(try await TestSupport.run("kill", "-9", "\(daemon)").status == 0)
        #expect(try await home.ends(daemon))
        try await mount()
    }

    /// `$M` is the mountpoint, `$T` a folder outside of it.
    func shell(_ script: String) async throws -> CommandResult {
        try await ChildProcess(
            ["bash", "-c", Self.functions + script],
            environment: home.environment.merging([
                "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "M": home.mountpoint, "T": home.path + "/scratch",
                "placesfs": Repository.placesfs,
            ]) { $1 },
            directory: home.path, timeout: .seconds(90)
        ).result()
    }
}
