import TestSupport
import Testing

/// What a line of 9,600 baud, some 960 bytes in a second, has to take at 80 × 24: time is not measured here, bytes are.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct SlowLineTests {
    @Test func aStepIsATenthOfAScreenAndNoKeyCostsMoreThanOne() async throws {
        try await DrivenReader.run(columns: 80, rows: 24) { reader in
            try await reader.waitForFeed()
            reader.redraw()
            let whole = reader.written
            @MainActor func press(_ key: String, _ most: Int) {
                reader.press(key)
                #expect(reader.written <= most, "\(key): \(reader.written) bytes of \(whole)")
            }
            #expect(whole < 3_500)
            // Within what is seen, and then a list that scrolls.
            for _ in 0..<10 { press("j", 300) }
            for _ in 0..<4 { press("j", 600) }
            press("pgdn", whole + 300)
            press("k", 300)
            try await reader.open()
            reader.redraw()
            #expect(reader.written < 2_000)
            press("j", 300)
            press("k", 300)
        }
    }
}
