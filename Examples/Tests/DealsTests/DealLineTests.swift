import Core
import Foundation
import Testing

@testable import DealsKit

struct DealLineTests {
    static let sameDeal = [
        #"{"id":1,"date":1700000000.5,"instrument":"EURUSD_TOD","price":62.5,"amount":1500000,"side":"buy"}"#,
        #"{"id": 1, "date": 1700000000.5, "instrument": "EURUSD_TOD", "price": 62.5, "amount": 1500000, "side": "buy"}"#,
        "\t {\r\"side\" : \"buy\" ,\"amount\":1.5e6,\"price\":0.625E+2,\"instrument\":\"EUR\\u0055SD_TOD\","
            + "\"date\":17000000005e-1, \"\\u0069d\":1.0 }  \r",
        #"{"id":1,"x":{"id":2,"y":[1,-2.5e3,"\ud83d\ude00",true,false,null,{},[]]},"date":1700000000.5,"#
            + #""instrument":"EURUSD_TOD","price":62.5,"amount":1500000.0,"side":"buy","huge":1e999}"#,
        #"{"id":7,"side":"sell","id":1,"date":1700000000.5,"instrument":"EURUSD_TOD","price":62.5,"amount":1500000,"#
            + #""side":"buy"}"#,
    ]

    @Test(arguments: sameDeal) func isADealInEveryForm(line: String) throws {
        #expect(
            try Lines.read(line)
                == Deal(
                    id: 1, date: 1_700_000_000.5, instrument: "EURUSD_TOD", price: 62.5, amount: 1_500_000, side: .buy))
    }

    @Test(arguments: ["", " ", "\t\r ", "\r"]) func nothingIsNoDealAndNoMistake(line: String) throws {
        #expect(try Lines.read(line) == nil)
    }

    @Test(arguments: [
        ("1.0", 1), ("1e3", 1_000), ("-2.50e1", -25), ("0e9", 0), ("9007199254740993.0", 9_007_199_254_740_993),
        ("1e16", 10_000_000_000_000_000), ("9.223372036854775807e18", .max), ("-9223372036854775808.0", .min),
        ("5000000000000000000000e-3", 5_000_000_000_000_000_000),
    ]) func anIntegerIsReadDigitByDigitHoweverItIsWritten(text: String, id: Int) throws {
        let line = Self.good.replacingOccurrences(of: #""id":1"#, with: #""id":\#(text)"#)
        #expect(try Lines.read(line)?.id == id)
    }

    static let good = #"{"id":1,"date":2,"instrument":"x","price":3,"amount":4,"side":"buy"}"#

    /// Each is the good line with something else in it.
    static let wrong: [(String, String, LineProblem)] = [
        (#""id":1,"#, "", .missing("id")), (#""date":2,"#, "", .missing("date")),
        (#""instrument":"x","#, "", .missing("instrument")), (#""price":3,"#, "", .missing("price")),
        (#""amount":4,"#, "", .missing("amount")), (#","side":"buy""#, "", .missing("side")),
        (#""id":1"#, #""id":1.5"#, .wrong("id", "an integer of 64 bits")),
        (#""id":1"#, #""id":9223372036854775808"#, .wrong("id", "an integer of 64 bits")),
        (#""id":1"#, #""id":1e30"#, .wrong("id", "an integer of 64 bits")),
        (#""id":1"#, #""id":1.0000000000000000000001"#, .wrong("id", "an integer of 64 bits")),
        (#""id":1"#, #""id":1e-400"#, .wrong("id", "an integer of 64 bits")),
        (#""id":1"#, #""id":9223372036854775808.0"#, .wrong("id", "an integer of 64 bits")),
        (#""id":1"#, #""id":"1""#, .wrong("id", "an integer")), (#""id":1"#, #""id":null"#, .wrong("id", "an integer")),
        (#""price":3"#, #""price":1e400"#, .wrong("price", "finite")),
        (#""price":3"#, #""price":-1e400"#, .wrong("price", "finite")),
        (#""date":2"#, #""date":1e309"#, .wrong("date", "finite")),
        (#""amount":4"#, #""amount":2e308"#, .wrong("amount", "finite")),
        (#""price":3"#, #""price":"3""#, .wrong("price", "a number")),
        (#""price":3"#, #""price":true"#, .wrong("price", "a number")),
        (#""price":3"#, #""price":[3]"#, .wrong("price", "a number")),
        (#""instrument":"x""#, #""instrument":7"#, .wrong("instrument", "a text")),
        (#""instrument":"x""#, #""instrument":null"#, .wrong("instrument", "a text")),
        (#""side":"buy""#, #""side":"hold""#, .wrong("side", "'buy' or 'sell'")),
        (#""side":"buy""#, #""side":"BUY""#, .wrong("side", "'buy' or 'sell'")),
        (#""side":"buy""#, #""side":1"#, .wrong("side", "a text")),
        (#""price":3"#, #""price":NaN"#, .badJSON), (#""price":3"#, #""price":Infinity"#, .badJSON),
        (#""price":3"#, #""price":03"#, .badJSON), (#""price":3"#, #""price":3."#, .badJSON),
        (#""price":3"#, #""price":.3"#, .badJSON), (#""price":3"#, #""price":+3"#, .badJSON),
        (#""price":3"#, #""price":3e"#, .badJSON), (#""price":3"#, #""price":-"#, .badJSON),
        (#""price":3"#, #""price":"#, .badJSON), (#""price":3"#, #""price":0x3"#, .badJSON),
        (#""x""#, #""x"#, .badJSON), (#""x""#, #""\x""#, .badJSON), (#""x""#, #""\u12""#, .badJSON),
        (#""x""#, "\"a\u{0}b\"", .badJSON), (#""x""#, "\"a\tb\"", .badJSON),
        (#""x""#, #""\ud800""#, .badText), (#""x""#, #""\udc00\ud800""#, .badText),
        (#""x""#, #""\ud83dx""#, .badText), (#""x""#, #""\ud83d\u0041""#, .badText),
        (#"}"#, "", .badJSON), (#"}"#, ",}", .badJSON), (#"}"#, "}}", .badJSON), (#"}"#, "} x", .badJSON),
        (#"}"#, "}{}", .badJSON), (#"{"id""#, #"{,"id""#, .badJSON), (#""price":3"#, #"price:3"#, .badJSON),
        (#""price":3"#, #""price" 3"#, .badJSON), (#""price":3"#, #""price":3,"more":[1,]"#, .badJSON),
        (#""price":3"#, #""price":3,"more":tru"#, .badJSON), (#""price":3"#, #""price":3,"more":{"a":1"#, .badJSON),
        (#""price":3"#, "\"price\":3,\"more\":" + String(repeating: "[", count: 100_000), .tooDeep),
    ]

    @Test(arguments: wrong) func isToldWhatIsWrong(old: String, new: String, problem: LineProblem) throws {
        let line = Self.good.replacing(old, with: new, maxReplacements: 1)
        #expect(line != Self.good)
        #expect(throws: problem) { try Lines.read(line) }
    }

    @Test(arguments: ["null", "1", "\"text\"", "[]", "[{}]", "true"]) func anyOtherJSONIsNoObject(line: String) {
        #expect(throws: LineProblem.notAnObject) { try Lines.read(line) }
    }

    @Test func bytesThatAreNoUTF8AreRefusedWhereverTheyAre() {
        let line = Array(Self.good.utf8)
        for position in line.indices {
            for byte: UInt8 in [0x80, 0xC3, 0xFF, 0x00] {
                var damaged = line
                damaged[position] = byte
                #expect(throws: LineProblem.self) { try Lines.read(damaged) }
            }
        }
        let unknown = Self.good.replacing("\"id\"", with: "\"?\":\"?\",\"id\"")
        for byte: UInt8 in [0x80, 0xC3, 0xFF] {
            #expect(throws: LineProblem.badText) {
                try Lines.read(unknown.utf8.map { $0 == UInt8(ascii: "?") ? byte : $0 })
            }
        }
    }

    @Test func everyCutOfALineIsRefused() throws {
        let line = Array(Self.sameDeal[3].utf8)
        #expect(try Lines.read(line) != nil)
        for count in 1..<line.count {
            #expect(throws: LineProblem.self) { try Lines.read(Array(line[..<count])) }
        }
    }

    @Test(arguments: 1...300) func writtenDealsAreReadBack(seed: UInt64) throws {
        let random = SeededRandomSource(seed: seed)
        func number() -> Double {
            let number = Double(bitPattern: random.next())
            return number.isFinite ? number : 0
        }
        let texts = ["", "a\"b\\c/", "\u{0}\u{1}\u{8}\u{C}\u{1F}\u{7F}", "é e\u{301} 日本 😀", "\r\n\t"]
        let deal = Deal(
            id: Int(truncatingIfNeeded: random.next()), date: number(), instrument: texts[random.below(texts.count)],
            price: number(), amount: Double(Int(truncatingIfNeeded: random.next() >> UInt64(random.below(64)))),
            side: random.below(2) == 0 ? .buy : .sell)
        let line = DealLine.json(of: deal)
        let read = try #require(try Lines.read(line))
        #expect(read == deal, "seed \(seed)")
        #expect(read.date.bitPattern == deal.date.bitPattern)
        #expect(Array(read.instrument.utf8) == Array(deal.instrument.utf8))
        // Another reader of JSON agrees.
        #expect(try JSONDecoder().decode(Deal.self, from: Data(line)) == deal)
    }

    @Test(arguments: 1...300) func numbersAreTheClosestThatThereAre(seed: UInt64) throws {
        let random = SeededRandomSource(seed: seed)
        var text = random.below(2) == 0 ? "" : "-"
        text += random.below(4) == 0 ? "0" : "\(1 + random.next() % (1 << UInt64(1 + random.below(62))))"
        if random.below(2) == 0 { text += ".\(String(random.next() >> UInt64(random.below(60))))" }
        if random.below(3) == 0 { text += "e\(random.below(640) - 340)" }
        guard let expected = Double(text), expected.isFinite else { return }
        let deal = try Lines.read(Self.good.replacing("\"price\":3", with: "\"price\":\(text)"))
        #expect(deal?.price.bitPattern == expected.bitPattern, "\(text)")
    }

    @Test func integersComeOutAsIntegers() {
        let line = Lines.line(1, date: 1_700_000_000, price: -0.0, amount: 9_007_199_254_740_992)
        #expect(
            line
                == #"{"id":1,"date":1700000000,"instrument":"EURUSD_TOD","price":-0.0,"amount":9007199254740992,"side":"buy"}"#
        )
    }
}
