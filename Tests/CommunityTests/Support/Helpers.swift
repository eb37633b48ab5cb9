import Core
import Foundation

/// A URL that the test knows to be one.
func url(_ text: String) -> URL {
    guard let url = URL(string: text) else { fatalError("the test wrote no URL: \(text)") }
    return url
}

/// What some work throws, as the error of a screen; `nil` for nothing.
func failure(
    isolation: isolated (any Actor)? = #isolation, of work: () async throws -> some Any
) async -> DataError? {
    do {
        _ = try await work()
        return nil
    } catch {
        return DataError(error)
    }
}

extension ObservableValue {
    /// Waits until the value is as wanted; the suite's time limit ends a wait for what never comes.
    func first(isolation: isolated (any Actor)? = #isolation, where isWanted: (Value) -> Bool) async {
        for await value in values where isWanted(value) { return }
    }
}
