// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "hello",
    dependencies: [
        .package(name: "placesfs", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        .executableTarget(
            name: "hello",
            dependencies: [
                .product(name: "FUSE", package: "placesfs"),
                .product(name: "Logging", package: "swift-log"),
            ])
    ]
)
