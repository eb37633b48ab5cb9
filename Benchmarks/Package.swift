// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "LanternBenchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "peers", targets: ["peers"]),
        .executable(name: "cloud", targets: ["CloudBenchmark"]),
        .executable(name: "reading", targets: ["reading"]),
    ],
    dependencies: [
        .package(name: "Lantern", path: ".."),
        .package(name: "LanternExamples", path: "../Examples"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        // Without its traits: they count allocations, which takes packages of their own.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(
            name: "Deals",
            dependencies: [.product(name: "Core", package: "Lantern"), .product(name: "Database", package: "Lantern")]),
        .target(
            // What apps embed and test with, so that one build in release has all of it.
            name: "Libraries",
            dependencies: [
                .product(name: "Lantern", package: "Lantern"), .product(name: "Community", package: "Lantern"),
                .product(name: "Mocks", package: "Lantern"),
            ]),
        .executableTarget(
            name: "peers",
            dependencies: [
                "Deals",
                .product(name: "Core", package: "Lantern"),
                .product(name: "Database", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            // Its product is called `cloud`; a module of that name would be `Cloud` on some disks.
            name: "CloudBenchmark",
            dependencies: [
                .product(name: "Core", package: "Lantern"),
                .product(name: "Cloud", package: "Lantern"),
                .product(name: "DemoServer", package: "LanternExamples"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "reading",
            dependencies: [
                .product(name: "Core", package: "Lantern"),
                .product(name: "Database", package: "Lantern"),
                .product(name: "PostFeatures", package: "Lantern"),
                .product(name: "Cloud", package: "Lantern"),
                .product(name: "Lantern", package: "Lantern"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "micro",
            dependencies: [
                "Deals",
                .product(name: "Core", package: "Lantern"),
                .product(name: "Database", package: "Lantern"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/micro",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
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
