/// An error of resolving a type: it is not registered, it needs itself, or its factory failed.
///
/// Its description names the chain of types and says how to mend it.
public enum DependencyError: Error, Sendable, CustomStringConvertible {
    /// The type is not registered.
    case missing(type: String, chain: [String], fileID: String, line: UInt)
    /// The type needs itself, through the others in the chain.
    case cycle(type: String, chain: [String], fileID: String, line: UInt)
    /// The factory of the type threw; `underlying` is what it threw.
    case failed(type: String, chain: [String], underlying: any Error)

    public var description: String {
        switch self {
        case .missing(let type, let chain, let fileID, let line):
            """
            No dependency is registered for '\(type)'.
              Asked for at: \(fileID):\(line)
              Needed by:    \((chain + [type]).joined(separator: " → "))
            Mend it in one of two ways:
              1. In the app, register it in the Injector before anything resolves it:
                 Dependency.register((\(type)).self) { … }
              2. In a test, give the suite the trait `.testInjector`, or call TestInjector.load() first.
            """
        case .cycle(let type, let chain, let fileID, let line):
            """
            The dependency '\(type)' needs itself: \((chain + [type]).joined(separator: " → ")).
              Asked for at: \(fileID):\(line)
            Break the cycle: let one of them take the other later (as a closure or a parameter), or split off \
            what both need.
            """
        case .failed(let type, let chain, let underlying):
            """
            The factory of '\(type)' failed: \(underlying)
              Needed by: \((chain + [type]).joined(separator: " → "))
            """
        }
    }
}
