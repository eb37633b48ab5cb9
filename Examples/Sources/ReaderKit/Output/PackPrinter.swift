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
        let isQuiet = session.settings.isOffline && shown.report.isComplete
        let error = isQuiet ? nil : shown.report.error
        if let error { Console.warn(error.advice(on: session.settings.chain, in: format)) }
        // A pack that is whole but for these is complete: nobody else says that something is not there.
        if shown.report.missing > 0 {
            Console.warn(format.text(ReaderPhrase.notToBeHad, filling: String(shown.report.missing)))
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

/// What `pack` prints as JSON.
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
