import ArgumentParser
import DemoServer
import Foundation

/// Lantern's cloud beside Foundation: decoding a listing, and what a request costs.
@main
struct CloudBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud", abstract: "Measures Lantern's cloud beside Foundation alone.",
        discussion: "The exit status is 1 when a requirement is missed.")

    @Option(help: "How many requests each side makes.")
    var requests = 2_000

    @Option(help: "How many times each side decodes the listing.")
    var decodes = 200

    @Option(help: "How many rounds.")
    var rounds = 3

    func validate() throws {
        guard requests >= 100, decodes >= 10, rounds >= 1 else {
            throw ValidationError("--requests begins at 100, --decodes at 10, --rounds at 1.")
        }
    }

    func run() async throws {
        let server = DemoServer()
        let base = try await server.start()
        let outcome: Result<[Figure], any Error>
        do {
            let decoding = try await DecodePhase(base: base, count: decodes, rounds: rounds).run()
            let requesting = try await RequestPhase(base: base, count: requests, rounds: rounds).run()
            outcome = .success(decoding + [requesting])
        } catch {
            outcome = .failure(error)
        }
        await server.stop()
        let figures = try outcome.get()
        for figure in figures { print(figure.line) }
        if figures.contains(where: { !$0.isMet }) { throw ExitCode(1) }
    }
}

/// The times of both sides, and the required ratio.
struct Figure {
    let name: String
    /// Milliseconds, one for each round.
    let ours: [Double]
    let theirs: [Double]
    /// Ours may take so many times what the peer takes; `nil` where it is shown only.
    let limit: Double?

    var ratio: Double { Self.median(ours) / Self.median(theirs) }
    var isMet: Bool { limit.map { ratio <= $0 } ?? true }

    var line: String {
        let must = limit.map { "at most \($0) ×: \(isMet ? "met" : "MISSED")" } ?? "shown only"
        return "\(name): ours \(Self.text(ours)) ms, peer \(Self.text(theirs)) ms, "
            + "\(Self.short(ratio)) × the peer's time (\(Self.short(1 / ratio)) × as fast), \(must)"
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted[sorted.count / 2]
    }

    private static func text(_ values: [Double]) -> String {
        "\(short(median(values))) (\(short(values.min() ?? 0)) to \(short(values.max() ?? 0)))"
    }

    private static func short(_ value: Double) -> String {
        String(format: "%.3g", value)
    }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}
