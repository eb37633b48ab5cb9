import Foundation

/// A directory of a test's own, removed with it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
    }

    deinit {
        // Nothing is there when the test wrote nothing.
        try? FileManager.default.removeItem(atPath: path)
    }
}
