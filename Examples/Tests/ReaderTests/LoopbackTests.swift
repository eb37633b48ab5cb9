import ArgumentParser
import Core
import Testing

@testable import ReaderKit

/// Tests of which servers are reached without a network.
struct LoopbackTests {
    @Test(
        arguments: [
            ([], true), (["--backend", "reddit-json"], false), (["--base-url", "http://127.0.0.1:80"], true),
            (["--base-url", "http://localhost:8080"], true), (["--base-url", "http://127.8.9.10/base"], true),
            (["--base-url", "https://127.0.0.1"], true), (["--base-url", "https://127.evil.example"], false),
            (["--backend", "lemmy", "--base-url", "http://LOCALHOST"], true),
            // The demonstration's own server does not run where another one is named.
            (["--backend", "demo", "--base-url", "https://demo.example"], false),
        ] as [([String], Bool)]) func thisMachineIsToldFromOthers(_ arguments: [String], _ isLoopback: Bool) throws
    {
        let options = try ReaderOptions.parse(arguments)
        let settings = try Dependency.withContainer(DependencyContainer()) { try ReaderSettings(options) }
        #expect(settings.isLoopback == isLoopback)
    }
}
