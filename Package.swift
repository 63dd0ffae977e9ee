// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// What reads the gazetteer's bytes is half of what a debug build does when it mounts, a thousand times in the tests; what
/// reads pictures is most of what the tests of credits do.
let quickWhenDebugged = SwiftSetting.unsafeFlags(["-O"], .when(configuration: .debug))

let log: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "placesfs",
    products: [
        .library(name: "FUSE", targets: ["FUSE", "LinuxProcess"]),
        .executable(name: "placesfs", targets: ["placesfs"]),
        .executable(name: "photo-simulator", targets: ["photo-simulator"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // 0: C
        .systemLibrary(name: "CDisk"),
        .systemLibrary(name: "CProcess"),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CFUSE", pkgConfig: "fuse3", providers: [.apt(["libfuse3-dev"])]),
        .target(name: "CCurl", publicHeadersPath: "."),

        // 1: values
        .target(
            name: "PhotoTree",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            resources: [.copy("Resources")],
            swiftSettings: settings + [quickWhenDebugged]),
        .target(
            name: "Gazetteer", dependencies: ["PhotoTree"], resources: [.copy("Resources")],
            swiftSettings: settings + [quickWhenDebugged]),
        .target(name: "Waiting", swiftSettings: settings),
        .target(name: "HTTP", dependencies: ["Waiting"], swiftSettings: settings),
        .target(name: "LinuxProcess", dependencies: ["CProcess"], swiftSettings: settings),
        .target(name: "Zlib", dependencies: ["CZlib"], swiftSettings: settings),

        // 2: engines
        .target(name: "FUSE", dependencies: ["LinuxProcess", "Waiting", "CFUSE", log], swiftSettings: settings),
        .target(name: "HTTPCurl", dependencies: ["HTTP", "CCurl", log], swiftSettings: settings),
        .target(name: "PhotoAPI", dependencies: ["HTTP", "PhotoTree"], swiftSettings: settings),
        .target(name: "Flickr", dependencies: ["PhotoAPI", "HTTP", "PhotoTree", log], swiftSettings: settings),
        .target(
            name: "Commons", dependencies: ["PhotoAPI", "HTTP", "PhotoTree", "Waiting", log], swiftSettings: settings),
        .target(
            name: "Sample", dependencies: ["PhotoAPI", "HTTP", "PhotoTree"], resources: [.copy("Resources")],
            swiftSettings: settings),
        .target(
            name: "OwnPhotos",
            dependencies: [
                "EmbeddedCredit", "Gazetteer", "HTTP", "LinuxProcess", "PhotoAPI", "PhotoTree", "Waiting", "Zlib", log,
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(
            name: "Catalog",
            dependencies: ["LinuxProcess", "PhotoTree", "Zlib", log, .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: settings),
        .target(
            name: "PhotoCache",
            dependencies: ["CDisk", "PhotoTree", "Waiting", log, .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings),

        .target(
            name: "PhotoFetch", dependencies: ["HTTP", "PhotoCache", "PhotoTree", "Waiting", log],
            swiftSettings: settings),
        .target(
            name: "EmbeddedCredit", dependencies: ["PhotoTree", "Zlib"], swiftSettings: settings + [quickWhenDebugged]),

        // 3: the product
        .target(
            name: "PlacesFileSystem",
            dependencies: [
                "FUSE", "Gazetteer", "LinuxProcess", "PhotoFetch", "HTTP", "Catalog", "EmbeddedCredit", "PhotoCache",
                "PhotoTree", "Waiting", log,
            ],
            swiftSettings: settings),

        // 4: the command
        .executableTarget(
            name: "placesfs",
            dependencies: [
                "PlacesFileSystem", "FUSE", "LinuxProcess", "HTTP", "HTTPCurl", "Flickr", "Commons", "Sample",
                "OwnPhotos",
                "Catalog", "EmbeddedCredit", "Gazetteer",
                "PhotoCache", "PhotoTree", "Zlib", log,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        // beside: the sources, simulated on loopback
        .target(
            name: "PhotoSimulator",
            dependencies: [
                "Sample", log,
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Simulator/PhotoSimulator",
            resources: [.copy("Resources")],
            swiftSettings: settings),
        .executableTarget(
            name: "photo-simulator",
            dependencies: [
                "PhotoSimulator", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Simulator/photo-simulator",
            swiftSettings: settings),

        // tests: one target a module, then the whole
        .target(
            name: "TestSupport", dependencies: ["PhotoSimulator"], path: "Tests/TestSupport", swiftSettings: settings),
        .target(name: "Promises", path: "Tests/Promises", swiftSettings: settings),
        .target(name: "TestClock", path: "Tests/TestClock", swiftSettings: settings),
        .target(name: "Fuzzing", path: "Tests/Fuzzing", swiftSettings: settings),
        .target(name: "ScriptedHTTP", dependencies: ["HTTP"], path: "Tests/ScriptedHTTP", swiftSettings: settings),
        .testTarget(
            name: "PhotoTreeTests", dependencies: ["Promises", "TestSupport", "Fuzzing", "PhotoTree"],
            swiftSettings: settings),
        .testTarget(
            name: "GazetteerTests", dependencies: ["Promises", "TestSupport", "Fuzzing", "Gazetteer", "PhotoTree"],
            exclude: ["Search/queries.tsv"],
            swiftSettings: settings),
        .testTarget(
            name: "EmbeddedCreditTests",
            dependencies: ["Promises", "EmbeddedCredit", "Fuzzing", "PhotoTree", "TestSupport"],
            exclude: ["Scripts"], swiftSettings: settings),
        .testTarget(
            name: "MapPageTests", dependencies: ["TestSupport", "Gazetteer", "PhotoTree"], exclude: ["Browser"],
            swiftSettings: settings),
        .testTarget(name: "ZlibTests", dependencies: ["Zlib"], swiftSettings: settings),
        .testTarget(name: "WaitingTests", dependencies: ["TestClock", "Waiting"], swiftSettings: settings),
        .testTarget(
            name: "HTTPTests", dependencies: ["Promises", "Fuzzing", "ScriptedHTTP", "TestClock", "HTTP", log],
            swiftSettings: settings),
        .testTarget(
            name: "HTTPCurlTests",
            dependencies: ["Promises", "TestSupport", "TestClock", "Fuzzing", "ScriptedHTTP", "HTTPCurl", "HTTP", log],
            exclude: ["Scripts"], swiftSettings: settings),
        .testTarget(
            name: "LinuxProcessTests", dependencies: ["Promises", "TestSupport", "LinuxProcess"],
            swiftSettings: settings),
        .testTarget(name: "FUSETests", dependencies: ["Promises", "FUSE", log], swiftSettings: settings),
        .testTarget(
            name: "PhotoAPITests", dependencies: ["Promises", "Fuzzing", "PhotoAPI", "PhotoTree"],
            swiftSettings: settings),
        .testTarget(
            name: "FlickrTests",
            dependencies: ["Promises", "Fuzzing", "ScriptedHTTP", "Flickr", "PhotoAPI", "HTTP", "PhotoTree", log],
            swiftSettings: settings),
        .testTarget(
            name: "CommonsTests",
            dependencies: ["Promises", "Fuzzing", "ScriptedHTTP", "Commons", "PhotoAPI", "HTTP", "PhotoTree", log],
            swiftSettings: settings),
        .testTarget(
            name: "SampleTests", dependencies: ["ScriptedHTTP", "Sample", "HTTP", "PhotoTree"],
            swiftSettings: settings),
        .testTarget(
            name: "OwnPhotosTests",
            dependencies: [
                "Promises", "Fuzzing", "TestSupport", "OwnPhotos", "EmbeddedCredit", "Gazetteer", "LinuxProcess",
                "PhotoTree", log, .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "CatalogTests",
            dependencies: [
                "Promises", "Fuzzing", "Catalog", "PhotoTree", log, .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PhotoCacheTests",
            dependencies: ["Promises", "TestSupport", "Fuzzing", "TestClock", "PhotoCache", "PhotoTree", log],
            swiftSettings: settings),
        .testTarget(
            name: "PhotoFetchTests",
            dependencies: ["Promises", "TestClock", "PhotoFetch", "PhotoCache", "HTTP", "PhotoTree", "Waiting", log],
            swiftSettings: settings),
        .testTarget(
            name: "PlacesFileSystemTests",
            dependencies: [
                "Promises", "TestClock", "Fuzzing", "PlacesFileSystem", "PhotoFetch", "FUSE", "Gazetteer",
                "LinuxProcess",
                "Catalog", "PhotoCache", "HTTP",
                "PhotoTree", log, .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PhotoSimulatorTests",
            dependencies: [
                "TestSupport", "PhotoSimulator", "Flickr", "Commons", "HTTPCurl", "HTTP", "PhotoTree", log,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Promises", "Fuzzing", "TestSupport", "placesfs", "FUSE", "HTTP", "LinuxProcess", "PhotoTree", log,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Scripts"], swiftSettings: settings),
        .testTarget(
            name: "MountTests", dependencies: ["Promises", "Fuzzing", "TestSupport", "TestClock", "PhotoSimulator"],
            exclude: ["Scripts"], swiftSettings: settings),
    ]
)
