// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Lantern",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Core", targets: ["Core"]),
        .library(name: "Cloud", targets: ["Cloud"]),
        .library(name: "Database", targets: ["Database"]),
        .library(name: "PostFeatures", targets: ["PostFeatures"]),
        .library(name: "Mocks", targets: ["Mocks"]),
        .library(name: "Lantern", targets: ["Lantern"]),
        .library(name: "Community", targets: ["Community"]),
    ],
    // No package dependencies, ever: what Lantern needs is Swift's standard library and Foundation.
    targets: [
        .target(name: "Core"),
        .target(name: "Cloud", dependencies: ["Core"]),
        .target(name: "Database", dependencies: ["Core"]),
        .target(name: "PostFeatures", dependencies: ["Core"]),
        .target(name: "Lantern", dependencies: ["Core", "Cloud", "Database", "PostFeatures"]),
        // A tenant: without `package` access it sees of the five no more than a stranger's package does.
        .target(
            name: "Community", dependencies: ["Core", "Cloud", "Database", "PostFeatures", "Lantern"],
            packageAccess: false),
        .target(name: "Mocks", dependencies: ["Core"], path: "Tests/Mocks"),
        .testTarget(name: "CoreTests", dependencies: ["Core", "Mocks"]),
        .testTarget(name: "CloudTests", dependencies: ["Core", "Cloud", "Mocks"]),
        .testTarget(name: "DatabaseTests", dependencies: ["Core", "Database", "PostFeatures", "Mocks"]),
        .testTarget(name: "PostFeaturesTests", dependencies: ["Core", "PostFeatures", "Mocks"]),
        .testTarget(
            name: "LanternTests", dependencies: ["Core", "Cloud", "Database", "PostFeatures", "Lantern", "Mocks"]),
        .testTarget(
            name: "CommunityTests",
            dependencies: ["Core", "Cloud", "Database", "PostFeatures", "Lantern", "Community", "Mocks"]),
    ],
    swiftLanguageModes: [.v6]
)

// One place for the settings, so that no target can drift from the others.
var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]
if Context.environment["LANTERN_PTHREAD_LOCKS"] == nil {
    settings.append(.enableUpcomingFeature("MemberImportVisibility"))
} else {
    // For Scripts/thread-sanitizer, which does not see `Synchronization.Mutex` on Linux: Core's lock takes its place, also
    // in files that do not import Core.
    settings.append(.define("PTHREAD_LOCKS"))
}
for target in package.targets { target.swiftSettings = settings }
