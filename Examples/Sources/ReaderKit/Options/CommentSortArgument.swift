import ArgumentParser
import Core

/// The order of a thread's comments as people type it: the words of `CommentSort`, and `best`, as feeds call it too.
struct CommentSortArgument: ExpressibleByArgument, Sendable {
    let value: CommentSort

    init?(argument: String) {
        let sort: CommentSort = argument == Self.best ? .confidence : CommentSort(rawValue: argument)
        guard sort.isBuiltIn else { return nil }
        value = sort
    }

    static var allValueStrings: [String] { [best] + CommentSort.allCases.map(\.rawValue) }

    private static let best = "best"
}
