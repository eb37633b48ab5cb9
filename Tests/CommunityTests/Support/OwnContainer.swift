import Core
import Testing

/// Runs each test in a container of its own, in which nothing is registered.
struct OwnContainer: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Dependency.withContainer(DependencyContainer()) { try await function() }
    }
}

extension Trait where Self == OwnContainer {
    static var ownContainer: Self { OwnContainer() }
}
