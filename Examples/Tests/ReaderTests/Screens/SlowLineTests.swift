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
            var figures = ["whole \(whole)"]
            @MainActor func press(_ key: String, _ most: Int) {
                reader.press(key)
                figures.append("\(key) \(reader.written)")
                #expect(reader.written <= most, "\(key): \(reader.written) bytes of \(whole)")
            }
            #expect(whole < 3_500)
            // Within what is seen, and then a list that scrolls.
            for _ in 0..<10 { press("j", 420) }
            for _ in 0..<4 { press("j", 650) }
            press("pgdn", whole + 300)
            press("k", 420)
            try await reader.open()
            reader.redraw()
            figures.append("post \(reader.written)")
            #expect(reader.written < 3_000)
            press("j", 900)
            press("k", 900)
            print(figures.joined(separator: ", "))
        }
    }
}
