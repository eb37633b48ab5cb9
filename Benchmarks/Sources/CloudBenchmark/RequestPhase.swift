import Cloud
import Core
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Small requests, one after the other: Lantern's whole request path beside a bare `URLSession`.
struct RequestPhase {
    let base: URL
    let count: Int
    let rounds: Int

    private static let block = 50

    func run() async throws -> Figure {
        let small = base.appending(path: "/r/swift/about.json")
        let provider = NetworkRequestProvider()
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        // The connections are there, and both sides get an answer, before the clock runs.
        for _ in 0..<Self.block {
            _ = try await plain(small, session)
            _ = try await provider.response(to: NetworkRequest(small))
        }
        var ours: [Double] = []
        var theirs: [Double] = []
        let clock = ContinuousClock()
        for _ in 0..<rounds {
            var (own, plain) = (Duration.zero, Duration.zero)
            // Turn and turn about in short blocks, so that a noisy moment meets both.
            for block in 0..<max(1, count / Self.block) {
                for side in block % 2 == 0 ? [0, 1] : [1, 0] {
                    let begin = clock.now
                    for _ in 0..<Self.block {
                        if side == 0 {
                            _ = try await provider.response(to: NetworkRequest(small))
                        } else {
                            _ = try await self.plain(small, session)
                        }
                    }
                    if side == 0 { own += clock.now - begin } else { plain += clock.now - begin }
                }
            }
            ours.append(own.milliseconds)
            theirs.append(plain.milliseconds)
        }
        await provider.shutDown()
        return Figure(
            name: "\(count) small requests, one after the other, beside URLSession", ours: ours, theirs: theirs,
            limit: 1.3)
    }

    private func plain(_ url: URL, _ session: URLSession) async throws -> Int {
        let (data, response) = try await session.data(for: URLRequest(url: url))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        try check(status == 200 && !data.isEmpty, "the server answers \(status)")
        return data.count
    }
}

/// A wrong answer ends the run: it has no figure.
struct WrongAnswer: Error, CustomStringConvertible {
    let description: String
}

func check(_ isRight: Bool, _ what: String) throws {
    guard isRight else { throw WrongAnswer(description: "Wrong: \(what).") }
}
