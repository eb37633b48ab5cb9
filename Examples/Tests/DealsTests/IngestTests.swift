import Foundation
import Testing

@testable import DealsKit

@Suite(.timeLimit(.minutes(5)))
struct IngestTests {
    @Test func theServersDealsAreCommittedInBatchesAndAcknowledged() async throws {
        let scratch = try Scratch()
        let run = try await scratch.deals("ingest", "--count", "1050", "--acks")
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(run.lines == (1...10).map { "acked \($0 * 100)" } + ["acked 1050"])
        #expect(try await scratch.deals("count").output == "1050\n")
    }

    @Test(arguments: [(1, 7), (7, 1), (250, 1_000), (100_000, 300)])
    func aBatchHasAsManyRecordsAsWasSaid(batch: Int, count: Int) async throws {
        let scratch = try Scratch()
        let run = try await scratch.deals("ingest", "--count", "\(count)", "--batch", "\(batch)", "--acks", "--synced")
        var expected = Array(stride(from: batch, through: count, by: batch))
        if expected.last != count { expected.append(count) }
        #expect(run.lines == expected.map { "acked \($0)" })
        #expect(try await scratch.deals("count").output == "\(count)\n")
    }

    @Test func theSameSeedGivesTheSameDeals() async throws {
        let (first, second, third) = (try Scratch(), try Scratch(), try Scratch())
        _ = try await first.deals("ingest", "--count", "300", "--seed", "7")
        _ = try await second.deals("ingest", "--count", "300", "--seed", "7", "--batch", "33")
        _ = try await third.deals("ingest", "--count", "300", "--seed", "8")
        let lines = try await first.exported()
        #expect(lines.count == 300)
        #expect(try await second.exported() == lines)
        #expect(try await third.exported() != lines)
        _ = try await third.deals("ingest", "--count", "300", "--seed", "7")
        #expect(try await third.exported() == lines)
    }

    @Test func nothingIsCommittedAndAcknowledgedOfNothing() async throws {
        let scratch = try Scratch()
        for arguments in [["--count", "0"], ["--from", try scratch.file("\n \r\n")]] {
            let run = try await DealsProcess.run(["ingest", "--acks", "--store", scratch.store] + arguments)
            #expect(run.status == 0)
            #expect(run.output.isEmpty)
            #expect(run.errors.isEmpty)
        }
        #expect(try await scratch.deals("count").output == "0\n")
    }

    @Test func aLaterRecordTakesThePlaceOfAnEarlierOne() async throws {
        let scratch = try Scratch()
        let lines = [
            Lines.line(1, price: 1), Lines.line(2, price: 2), Lines.line(1, price: 3), Lines.line(3, price: 4),
            Lines.line(2, price: 5),
        ]
        let run = try await scratch.ingest(lines.joined(separator: "\n"), "--batch", "3", "--acks")
        #expect(run.lines == ["acked 3", "acked 5"])
        #expect(try await scratch.exported() == [Lines.line(1, price: 3), Lines.line(2, price: 5), lines[3]])
        let byPrice = try await scratch.deals("list", "--sort", "price", "--format", "json")
        #expect(try byPrice.ids == [1, 3, 2])
    }

    @Test func standardInputIsRead() async throws {
        let scratch = try Scratch()
        let run = try await scratch.deals("ingest", "--from", "-", "--acks", input: Lines.text(1...250))
        #expect(run.lines == ["acked 100", "acked 200", "acked 250"])
        #expect(try await scratch.exported() == (1...250).map { Lines.line($0) })
    }

    @Test func linesMayEndAndBeginAsOtherProgramsWriteThem() async throws {
        let scratch = try Scratch()
        let text = "\u{FEFF}" + Lines.line(1) + "\r\n\r\n\n   \n" + Lines.line(2) + "\r\n\n" + Lines.line(3)
        let run = try await scratch.ingest(text, "--acks")
        #expect(run.errors.isEmpty)
        #expect(run.lines == ["acked 3"])
        #expect(try await scratch.exported() == (1...3).map { Lines.line($0) })
    }

    @Test func badLinesAreSkippedReportedAndCounted() async throws {
        let scratch = try Scratch()
        var bytes = Array((Lines.line(1) + "\n{\"id\":2}\n\n").utf8)
        bytes += [0xFF, 0xFE, 0x0A, 0x00, 0x0A]
        for _ in 0..<20 { bytes += Array("no deal\n".utf8) }
        bytes += Array(Lines.line(2).utf8)
        let path = try scratch.file(bytes)
        let run = try await scratch.deals("ingest", "--from", path, "--acks")
        #expect(run.status == 0)
        #expect(run.lines == ["acked 2"])
        let errors = run.errors.split(separator: "\n")
        #expect(errors.count == 11)
        for (error, number) in zip(errors, [2] + Array(4...12)) { #expect(error.contains("line \(number):")) }
        #expect(errors.first?.contains("'date' is missing") == true)
        #expect(errors.last?.contains("23 lines") == true)
        #expect(try await scratch.deals("count").output == "2\n")
    }

    @Test func aHugeLineIsADealAndALargerOneIsNone() async throws {
        let scratch = try Scratch()
        let large = String(repeating: "x", count: 3_000_000)
        let tooLarge = String(repeating: "x", count: DealLine.longest)
        let text = [Lines.line(1, instrument: tooLarge), Lines.line(2, instrument: large), Lines.line(3)]
        let run = try await scratch.ingest(text.joined(separator: "\n"), "--acks")
        #expect(run.lines == ["acked 2"])
        #expect(run.errors.contains("line 1: longer than a record may be"))
        #expect(try await scratch.exported() == Array(text[1...]))
    }

    @Test func theOutputOfIngestFitsTheFormat() async throws {
        let scratch = try Scratch()
        let text = try await scratch.ingest(Lines.text(1...3) + "bad")
        #expect(text.output.hasPrefix("3 deals in "))
        let json = try await scratch.ingest(Lines.text(1...3) + "bad", "--format", "json")
        #expect(try json.json["ingested"] as? Int == 3)
        #expect(try json.json["skipped"] as? Int == 1)
    }
}
