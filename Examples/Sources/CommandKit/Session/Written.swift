package import ArgumentParser
import ConsoleKit
package import Core

/// The outcome of a command that writes.
@MainActor
package struct Written {
    /// The entries that were taken and are neither sent nor refused.
    package var queued: [EntryOutput] = []
    package var sent: [EntryOutput] = []
    package var failed: [EntryOutput] = []
    /// The ids that nothing here has.
    package var unknown: [String] = []
    /// The reason why something is not sent, or never will be.
    package var error: DataError?
    /// Whether a person has to sign in before anything goes on.
    package var needsSignIn = false

    package init() {}

    /// The exit status; nil for success.
    package var status: ExitCode? {
        if needsSignIn { return ExitStatus.notSignedIn }
        guard queued.isEmpty, sent.isEmpty else { return nil }
        if !failed.isEmpty { return ExitStatus.unavailable }
        return unknown.isEmpty ? nil : ExitStatus.unknownIDs
    }
}
