import DemoServer
import Foundation
import TestSupport
import Testing

/// Every place of the reader is reached in lines of text, tells itself without drawing, and is left.
@Suite(.timeLimit(.minutes(5)))
struct PlainPlacesTests {
    /// The first words of what is told of a place, in the order of the list; the front page is where the reader begins.
    private static let places = [
        "r/swift, Hot", "r/askdemo, Hot", "All sources", "Saved", "Favourites", "Downloads", "Downloads",
        "Answers", "Drafts", "Accounts", "Settings", "Storage", "Activity",
    ]

    @Test func everyPlaceIsOpenedAndLeft() async throws {
        try await ReaderFixture.run { fixture in
            for source in ["r/swift", "r/askdemo"] {
                try #require(try await fixture.reader("sources", "add", source).status == 0)
            }
            let base = try #require(fixture.server.baseURL).absoluteString
            try await PipedProgram.run(
                "reader", ["--plain", "--store", fixture.store, "--base-url", base],
                environment: ["LC_ALL": "C", "XDG_CONFIG_HOME": fixture.directory]
            ) { reader in
                try await reader.wait(for: "“quit” ends.\n")
                let list = try await reader.write("go-to", waitingFor: ". Activity\n")
                #expect(list.contains("\n\(Self.places.count + 1). Activity\n"), "\(list)")
                for (index, place) in Self.places.enumerated() {
                    let told = try await reader.write("\(index + 2) open", waitingFor: "\(place)")
                    #expect(!told.contains("Nothing here is named"), "\(place)")
                    // The keys of the place are named, and any line leaves them.
                    let help = try await reader.write("help", waitingFor: "quit: ")
                    #expect(help.contains("back: ") && help.contains("down: "), "\(place): \(help)")
                    try await reader.write("up", waitingFor: place)
                    try await reader.write("back", waitingFor: "Feeds\n")
                }
                try reader.write("quit")
                let (end, errors) = await reader.end()
                #expect(end.status == 0 && errors.isEmpty)
                #expect(reader.output.drawing.isEmpty)
            }
        }
    }
}
