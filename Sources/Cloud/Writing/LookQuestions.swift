import Core
import Foundation

/// The questions of one look or read, asked as one account and past whatever anybody else has asked.
///
/// It takes the time, so that what the server's clock says can be compared with the ages of attempts.
struct LookQuestions: Sendable {
    private let reader: AnswerReader
    private let dates: ServerDates
    private let time: any TimeProvider
    private let began: Duration

    /// Begins a look or a read.
    ///
    /// - Parameters:
    ///   - writer: The account that asks.
    ///   - dates: Told of the server's dates.
    ///   - time: The clock.
    init(as writer: OutboxWriter, dates: ServerDates, time: any TimeProvider) {
        reader = AnswerReader(writer.requests)
        self.dates = dates
        self.time = time
        began = time.uptime
    }

    /// An answer with the server's date when the look began; `nil` where the server tells none.
    struct Answer: Sendable {
        let json: JSONValue
        let begunAt: Date?
    }

    /// Asks.
    ///
    /// - Parameter request: The question.
    /// - Returns: The answer.
    /// - Throws: The error of the request; `NetworkError` with the code `malformed` for what is no JSON.
    func answer(to request: NetworkRequest) async throws -> Answer {
        let (json, date) = try await reader.value(of: request) { response in
            (try response.json(), response.serverDate)
        }
        dates.note(date)
        // What passed since, the way of the answer included, makes the date earlier, never later.
        let passed = (time.uptime - began) / .seconds(1)
        return Answer(json: json, begunAt: date.map { $0 - passed })
    }
}

extension NetworkError {
    /// Whether a server says that there is no such thing, or that it is not shown: an answer, and no trouble.
    var isRefusalToShow: Bool {
        guard let status, (400...499).contains(status) else { return false }
        let isPage = (underlying as? ServerRefusal)?.isPage ?? false
        return (code == .notFound || code == .forbidden) && !isPage
    }
}
