import Core
import Foundation
import Synchronization
import Testing

struct QualitySearchTests {
    /// Writes as many bytes as a function of the quality says.
    private final class FakeEncoder: ImageEncoder {
        private let bytes: @Sendable (Double) throws -> Int
        private let tried = Mutex<[Double]>([])

        init(_ bytes: @escaping @Sendable (Double) throws -> Int) {
            self.bytes = bytes
        }

        var qualities: [Double] { tried.withLock { $0 } }

        func encode(quality: Double) throws -> Data {
            tried.withLock { $0.append(quality) }
            return Data(count: try bytes(quality))
        }
    }

    @Test func theQualityGoesDownFromNinetyFiveInStepsOfFive() throws {
        let qualities = ImageQualitySearch(maximumBytes: 1).qualities
        let percents = qualities.map { Int(($0 * 100).rounded()) }
        #expect(percents == Array(stride(from: 95, through: 5, by: -5)))
    }

    @Test func theFirstFileThatIsSmallEnoughIsTaken() throws {
        let encoder = FakeEncoder { Int($0 * 1000) }
        let result = try ImageQualitySearch(maximumBytes: 700).run(encoder)
        #expect(result.data.count == 700 && result.quality == 0.7)
        #expect(encoder.qualities == [0.95, 0.9, 0.85, 0.8, 0.75, 0.7])
        let small = FakeEncoder { _ in 10 }
        #expect(try ImageQualitySearch(maximumBytes: 10).run(small).quality == 0.95)
    }

    @Test func whatIsNeverSmallEnoughFailsWithAWord() {
        let encoder = FakeEncoder { Int($0 * 1000) + 500 }
        let error = #expect(throws: DataError.self) { try ImageQualitySearch(maximumBytes: 500).run(encoder) }
        #expect(error?.code == .tooLarge && error?.isRetryable == false)
        #expect(error?.message.contains("550 bytes") == true)
        #expect(encoder.qualities.count == 19, "it ends")
    }

    @Test func aCodecThatFailsIsHeard() {
        let encoder = FakeEncoder { _ in throw DataError(.invalidInput) }
        #expect(throws: DataError(.invalidInput)) { try ImageQualitySearch(maximumBytes: 500).run(encoder) }
        // A file of no bytes is none.
        #expect(throws: DataError.self) { try ImageQualitySearch(maximumBytes: 500).run(FakeEncoder { _ in 0 }) }
    }

    static let bounds: [(Double, Double, Double)] = [
        (0.95, 0.05, 0), (0.95, 0.05, -1), (.nan, .nan, .nan), (.infinity, -.infinity, .infinity), (0.5, 0.9, 0.1),
        (-1, -1, 0.05), (1, 0, 0.001),
    ]

    @Test(arguments: bounds)
    func whateverItIsGivenItEnds(highest: Double, lowest: Double, step: Double) {
        let search = ImageQualitySearch(maximumBytes: 0, highest: highest, lowest: lowest, step: step)
        let qualities = search.qualities
        #expect((1...101).contains(qualities.count))
        #expect(qualities.allSatisfy { (0...1).contains($0) })
        #expect(zip(qualities, qualities.dropFirst()).allSatisfy { $0 > $1 })
    }

    @Test func cancellingEndsItBetweenTwoTries() async {
        let encoder = FakeEncoder { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            return 999
        }
        let task = Task { try ImageQualitySearch(maximumBytes: 1).run(encoder) }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(encoder.qualities.count == 1)
    }
}
