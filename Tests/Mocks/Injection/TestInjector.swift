import Core
public import Testing

/// The Injector of a test: registers mocks where an app registers the real things.
///
/// With Swift Testing it is a trait, and each test, and each argument of a test, has a world of its own, so suites
/// run in parallel:
///
/// ```swift
/// @Suite(.testInjector)
/// struct PostListTests {
///     @Test func loadsTheFeed() async {
///         let mocks = TestInjector.mocks
///         mocks.postProvider.onPerform.returns(.mock(["t3_a"]))
///         // …
///     }
/// }
/// ```
///
/// When the test ends, the trait reports every call to a mock that nobody had scripted an answer for.
///
/// With XCTest, call ``load()`` in `setUp` and ``TestMocks/verify()`` and ``reset()`` in `tearDown`; tests of one
/// process then run one after the other, as they share the default container.
public struct TestInjector: TestTrait, SuiteTrait, TestScoping {
    /// Whether the trait of a suite applies to each of its tests; always true.
    public var isRecursive: Bool { true }

    /// Creates the trait; written `.testInjector`.
    package init() {}

    /// Registers fresh mocks in the current container, in place of what was registered for their protocols.
    ///
    /// - Returns: The mocks.
    @discardableResult
    public static func load() -> TestMocks {
        let mocks = TestMocks()
        mocks.register(in: Dependency.current)
        return mocks
    }

    /// Forgets everything that is registered in the current container.
    public static func reset() {
        Dependency.unregisterAll()
    }

    /// The mocks that are registered in the current container.
    ///
    /// Stops the test run when there are none: give the suite the trait, or call ``load()`` first.
    public static var mocks: TestMocks { Dependency.resolve(TestMocks.self) }

    /// Runs a test in a container of its own, and then reports the calls that nobody expected.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case of it that runs.
    ///   - function: Runs it.
    /// - Throws: The error of the test.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let log = try await Dependency.withContainer(DependencyContainer()) {
            let mocks = Self.load()
            do {
                try await function()
            } catch {
                Self.report(mocks.log, of: test)
                throw error
            }
            return mocks.log
        }
        Self.report(log, of: test)
    }

    private static func report(_ log: MockLog, of test: Test) {
        for call in log.takeUnexpectedCalls() {
            Issue.record("\(UnexpectedCallError([call]))", sourceLocation: test.sourceLocation)
        }
    }
}

extension Trait where Self == TestInjector {
    /// Gives each test fresh mocks in a container of its own, and reports the calls that nobody expected.
    public static var testInjector: Self { TestInjector() }
}
