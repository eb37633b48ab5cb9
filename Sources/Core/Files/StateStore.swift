public import Foundation

/// A store of small named values that survive a relaunch: a rate budget, the time of the last refresh.
///
/// Not for marks, which the database keeps, and not for secrets.
///
/// Contract:
/// - A value that was set is there after a relaunch, and after power loss.
/// - Setting is atomic: a reader finds the old value or the new one.
/// - Safe from any thread.
public protocol StateStore: Sendable {
    /// Returns a value.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The value, `nil` when none was set.
    /// - Throws: A ``CodedError`` when it is there and cannot be read.
    func value(_ name: String) async throws -> Data?

    /// Sets a value.
    ///
    /// - Parameters:
    ///   - value: The value, at most some kilobytes; `nil` removes it.
    ///   - name: Its name: 1 to 64 of `A-Z a-z 0-9 . _ -`, not starting with a dot nor
    ///     ending in `.new`.
    /// - Throws: A ``CodedError`` when it cannot be written.
    func set(_ value: Data?, for name: String) async throws
}
