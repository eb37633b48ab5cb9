// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "LanternExamples",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "reader", targets: ["reader"]),
        .executable(name: "community", targets: ["community"]),
        .executable(name: "deals", targets: ["deals"]),
        .executable(name: "demo-server", targets: ["demo-server"]),
        .executable(name: "community-server", targets: ["community-server"]),
        .library(name: "DemoServer", targets: ["DemoServer"]),
        .library(name: "CommunityServer", targets: ["CommunityServer"]),
    ],
    dependencies: [
        .package(name: "Lantern", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .target(
            name: "ServerKit",
            dependencies: [
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]),
        .target(
            name: "DemoServer",
            dependencies: ["ServerKit", .product(name: "FlyingFox", package: "FlyingFox")]),
        .executableTarget(
            name: "demo-server",
            dependencies: [
                "DemoServer", "ServerKit", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(
            name: "CommunityServer",
            dependencies: ["ServerKit", .product(name: "FlyingFox", package: "FlyingFox")]),
        .executableTarget(
            name: "community-server",
            dependencies: [
                "CommunityServer", "ServerKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(
            name: "ConsoleKit",
            dependencies: [
                .product(name: "Core", package: "Lantern"),
                .product(name: "Database", package: "Lantern"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(name: "ScreenKit", dependencies: ["ConsoleKit"]),
        .target(
            name: "TerminalPictures",
            dependencies: ["ConsoleKit", "ScreenKit", .product(name: "Core", package: "Lantern")]),
        .target(
            name: "CommandKit",
            dependencies: [
                "ConsoleKit", "ScreenKit",
                .product(name: "Core", package: "Lantern"),
                .product(name: "Cloud", package: "Lantern"),
                .product(name: "Database", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(
            name: "DealsKit",
            dependencies: [
                "ConsoleKit", "ScreenKit",
                .product(name: "Core", package: "Lantern"),
                .product(name: "Database", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "deals",
            dependencies: ["DealsKit", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .target(
            name: "AppScreens",
            dependencies: [
                "ConsoleKit", "ScreenKit",
                .product(name: "Core", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
            ]),
        .target(
            name: "ReaderScreens",
            dependencies: [
                "AppScreens", "ConsoleKit", "ScreenKit", "TerminalPictures",
                .product(name: "Core", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
            ]),
        .target(
            name: "ReaderKit",
            dependencies: [
                "AppScreens", "CommandKit", "ConsoleKit", "DemoServer", "ReaderScreens", "ScreenKit",
                "TerminalPictures",
                .product(name: "Lantern", package: "Lantern"),
                .product(name: "Core", package: "Lantern"),
                .product(name: "Cloud", package: "Lantern"),
                .product(name: "Database", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]),
        .executableTarget(
            name: "reader",
            dependencies: ["ReaderKit", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .target(
            name: "CommunityScreens",
            dependencies: [
                "AppScreens", "ConsoleKit", "ScreenKit",
                .product(name: "Community", package: "Lantern"),
                .product(name: "Core", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
            ]),
        .target(
            name: "CommunityKit",
            dependencies: [
                "AppScreens", "CommandKit", "CommunityScreens", "ScreenKit", "ConsoleKit", "CommunityServer",
                "ServerKit", "TerminalPictures",
                .product(name: "Lantern", package: "Lantern"),
                .product(name: "Community", package: "Lantern"),
                .product(name: "Core", package: "Lantern"),
                .product(name: "Cloud", package: "Lantern"),
                .product(name: "Database", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "community",
            dependencies: ["CommunityKit", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .target(
            name: "TestSupport",
            dependencies: [
                "AppScreens", "ScreenKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Core", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
            ],
            path: "Tests/TestSupport"),
        .testTarget(name: "DemoServerTests", dependencies: ["DemoServer", "TestSupport", "demo-server"]),
        .testTarget(
            name: "CommunityServerTests",
            dependencies: [
                "CommunityServer", "TestSupport", "community-server",
                .product(name: "Core", package: "Lantern"),
                .product(name: "Cloud", package: "Lantern"),
            ]),
        .testTarget(
            name: "CommunityProgramTests",
            dependencies: [
                "AppScreens", "CommunityKit", "CommunityScreens", "CommandKit", "ConsoleKit", "CommunityServer",
                "ScreenKit", "TerminalPictures", "TestSupport", "community",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Cloud", package: "Lantern"),
                .product(name: "Community", package: "Lantern"),
                .product(name: "Core", package: "Lantern"),
                .product(name: "Database", package: "Lantern"),
                .product(name: "Mocks", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
            ]),
        .testTarget(
            name: "ScreenKitTests",
            dependencies: [
                "ScreenKit", "ConsoleKit", "TerminalPictures", "TestSupport",
                .product(name: "Core", package: "Lantern"),
            ]),
        .testTarget(
            name: "TerminalPicturesTests",
            dependencies: [
                "ScreenKit", "TerminalPictures", "TestSupport",
                .product(name: "Core", package: "Lantern"),
            ]),
        .testTarget(
            name: "DealsTests",
            dependencies: [
                "DealsKit", "ConsoleKit", "ScreenKit", "TestSupport", "deals",
                .product(name: "Core", package: "Lantern"),
                .product(name: "Database", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
            ]),
        .testTarget(
            name: "ReaderTests",
            dependencies: [
                "AppScreens", "ReaderKit", "ReaderScreens", "ScreenKit", "ConsoleKit", "DemoServer", "TerminalPictures",
                "TestSupport", "reader",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Core", package: "Lantern"),
                .product(name: "Cloud", package: "Lantern"),
                .product(name: "Database", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
                .product(name: "Mocks", package: "Lantern"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
