import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Prints how a pack ended, for people or for programs.
@MainActor
struct PackPrinter {
    let session: Session

    func print(_ shown: ShownPack) throws {
        let format = PostFormat.chosen()
        // Off on purpose, and everything is there: nothing went wrong.
        let isQuiet = session.settings.isOffline && shown.report.isFinished
        let error = isQuiet ? nil : shown.report.error
        if let error { Console.warn(error.advice(on: session.settings.chain, in: format)) }
        // What can be had is there, and nobody else says that this is not.
        if shown.report.missing > 0 {
            Console.warn(format.text(ReaderPhrase.notToBeHad, filling: String(shown.report.missing)))
        }
        if !shown.report.partialThreads.isEmpty {
            Console.warn(format.text(ReaderPhrase.partialThreads, filling: Self.names(of: shown.report.partialThreads)))
        }
        if session.isJSON {
            try JSONOutput.print(PackOutput(shown.report, error: error))
        } else if !shown.isUnavailable(offline: session.settings.isOffline) {
            let comments = shown.report.comments > 0 ? format.comments(shown.report.comments) : nil
            let parts = [shown.row.text(in: format), comments].compactMap { $0 }
            try Console.answer(parts.joined(separator: " · "))
        }
    }
}

extension PackPrinter {
    /// The greatest number of threads that are named; more are counted.
    private static let largestList = 10

    /// The posts, each with its number of placeholders where the backend knows it.
    private static func names(of threads: [PackReport.PartialThread]) -> String {
        var names = threads.prefix(largestList).map { thread in
            let id = thread.post.native.harmless
            return thread.placeholders > 0 ? "\(id) (\(thread.placeholders))" : id
        }
        if threads.count > largestList { names.append("+ \(threads.count - largestList)") }
        return names.joined(separator: ", ")
    }
}

/// The JSON output of `pack`.
struct PackOutput: Encodable {
    let report: PackReport
    let error: DataError?

    init(_ report: PackReport, error: DataError?) {
        self.report = report
        self.error = error
    }

    enum CodingKeys: CodingKey {
        case posts, comments, media, bytes, complete, error
    }

    // Written out, so that a key whose value is unknown is there as null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(report.posts, forKey: .posts)
        try container.encode(report.comments, forKey: .comments)
        try container.encode(report.media, forKey: .media)
        try container.encode(report.bytes, forKey: .bytes)
        try container.encode(report.isComplete, forKey: .complete)
        try container.encode(error.map(ErrorOutput.init), forKey: .error)
    }
}
