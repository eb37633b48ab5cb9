import Foundation
import Testing

@testable import Database

struct JSONLineEncoderTests {
    private struct Inner: Codable, Equatable {
        var b: Int
        var a: [Double?]
    }

    private struct Outer: Codable, Equatable {
        var zebra: String
        var missing: Int?
        var flag: Bool
        var date: Date
        var inner: Inner
        var list: [Inner]
        var map: [String: Int]
        var link: URL?
        var big: UInt64
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONLineEncoder().encode(value), as: UTF8.self)
    }

    @Test func keysComeInDeclaredOrderAndNullsAreWritten() throws {
        let value = Outer(
            zebra: "z", missing: nil, flag: true, date: Date(timeIntervalSince1970: 1_700_000_000.5),
            inner: Inner(b: 1, a: [1.5, nil]), list: [], map: [:], link: URL(string: "https://example.org/a?b=c&d"),
            big: .max)
        #expect(
            try text(value) == #"{"zebra":"z","missing":null,"flag":true,"date":1700000000.5,"#
                + #""inner":{"b":1,"a":[1.5,null]},"list":[],"map":{},"#
                + #""link":"https://example.org/a?b=c&d","big":18446744073709551615}"#)
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("quote \" slash \\", #""quote \" slash \\""#),
        ("line\nbreak\ttab\r", #""line\nbreak\ttab\r""#),
        ("\u{0}\u{1b}[31m", #""\u0000\u001b[31m""#), ("жовтий 🏮 황색", #""жовтий 🏮 황색""#), ("a/b", #""a/b""#),
    ]) func textIsEscapedAsLittleAsJSONAllows(text: String, json: String) throws {
        #expect(try self.text(text) == json)
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
    }

    @Test(arguments: [
        0.0, -0.0, 1.0, 0.1, 1e-7, 5e20, -1.7976931348623157e308, .leastNonzeroMagnitude, 1_700_000_000.123456,
    ])
    func aNumberIsReadBackExactly(number: Double) throws {
        let json = try text([number])
        #expect(try JSONDecoder().decode([Double].self, from: Data(json.utf8)) == [number])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func aNumberThatJSONCannotSayIsAnErrorThatNamesItsPlace(number: Double) throws {
        let error = try #require(throws: JSONLineEncoder.NotFinite.self) {
            try JSONLineEncoder().encode(["a": [number]])
        }
        #expect(error.path == "a.0")
    }

    @Test func aDictionaryIsWrittenInTheOrderOfItsKeys() throws {
        let keys = (0..<20).map { "k\($0)" }
        let map = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
        let json = try text(["map": map])
        #expect(json == "{\"map\":{" + keys.sorted().map { "\"\($0)\":1" }.joined(separator: ",") + "}}")
    }

    @Test func foundationReadsWhatIsWritten() throws {
        let value = Outer(
            zebra: "é\u{2028}", missing: 3, flag: false, date: Date(timeIntervalSince1970: 0),
            inner: Inner(b: -1, a: []),
            list: [Inner(b: 2, a: [0.25])], map: ["k": 1], link: nil, big: 0)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(Outer.self, from: Data(JSONLineEncoder().encode(value))) == value)
    }
}
