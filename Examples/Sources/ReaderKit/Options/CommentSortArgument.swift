import ArgumentParser
import Core

/// The order of a thread's comments as people type it: the words of `CommentSort`, and `best`, as feeds call it too.
struct CommentSortArgument: ExpressibleByArgument, Sendable {
    let value: CommentSort

    init?(argument: String) {
        if argument == Self.best {
            value = .confidence
        } else if let sort = CommentSort(rawValue: argument) {
            value = sort
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { [best] + CommentSort.allCases.map(\.rawValue) }

    private static let best = "best"
}
