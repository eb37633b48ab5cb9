import CommandKit
import ConsoleKit
import Core
import PostFeatures

/// Prints how a refresh ended: a line for people and scripts, or an object for programs.
@MainActor
struct RefreshPrinter {
    let session: Session
    private let format = PostFormat.chosen()

    init(session: Session) {
        self.session = session
    }

    /// Prints the result, and the errors to standard error.
    ///
    /// - Parameter report: The report of the refresh.
    /// - Throws: The output's error.
    func print(_ report: RefreshReport) throws {
        for failure in report.failures {
            Console.warn("\(format.name(of: failure.feed)): \(advice(for: failure.error))")
        }
        if let error = report.error { Console.warn(advice(for: error)) }
        if report.stop != nil || report.leftCount > 0, report.error == nil {
            for remark in format.remarks(on: report.withoutFailures) { Console.warn(remark.asSentence) }
        }
        for job in report.jobs {
            if let error = job.error { Console.warn("\(job.name): \(advice(for: error))") }
        }
        if let error = report.recordError { Console.warn(advice(for: error)) }
        if session.isJSON {
            try JSONOutput.print(RefreshOutput(report: report))
        } else {
            try Console.answer(RefreshOutput(report: report).line)
        }
    }

    private func advice(for error: DataError) -> String {
        error.advice(on: session.settings.chain, in: format)
    }
}

extension RefreshReport {
    /// The report without its failures, which were printed before.
    fileprivate var withoutFailures: RefreshReport {
        var report = self
        report.feedCount -= failures.count
        report.failures = []
        return report
    }
}

/// The JSON output of `refresh`.
struct RefreshOutput: Encodable {
    let result: String
    let count: Int
    let error: ErrorOutput?
    /// The text output: the same words in each language, because scripts read them.
    let line: String

    init(report: RefreshReport) {
        switch report.result {
        case .newData(let count): (result, self.count, line) = ("newData", count, "newData \(count)")
        case .noData: (result, count, line) = ("noData", 0, "noData")
        case .failed(let code): (result, count, line) = ("failed", 0, "failed \(code)")
        }
        error = report.firstError.map(ErrorOutput.init)
    }

    enum CodingKeys: CodingKey {
        case result, count, error
    }

    // Written out, so that a key whose value is unknown is there as null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(result, forKey: .result)
        try container.encode(count, forKey: .count)
        try container.encode(error, forKey: .error)
    }
}
