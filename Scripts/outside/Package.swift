// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Outside",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Lantern", path: "../Lantern")],
    targets: [
        .executableTarget(name: "ReadmeApp", dependencies: [.product(name: "Lantern", package: "Lantern")]),
        .target(name: "Outside", dependencies: [.product(name: "Lantern", package: "Lantern")]),
        // A copy of a built-in backend, to show that it uses public API alone.
        .target(
            name: "HackerNewsCopy",
            dependencies: [.product(name: "Core", package: "Lantern"), .product(name: "Cloud", package: "Lantern")]),
        .testTarget(
            name: "OutsideTests",
            dependencies: [
                "Outside", .product(name: "Lantern", package: "Lantern"), .product(name: "Core", package: "Lantern"),
                .product(name: "Mocks", package: "Lantern"),
            ]),
    ]
)
