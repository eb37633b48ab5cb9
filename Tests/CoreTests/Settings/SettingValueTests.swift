import Core
import Foundation
import Testing

struct SettingValueTests {
    @Test(arguments: [
        ("null", SettingValue.null), ("true", .bool(true)), ("0", .integer(0)), ("1", .integer(1)),
        ("-7", .integer(-7)),
        ("2.5", .number(2.5)), ("\"1\"", .text("1")), ("\"\"", .text("")), ("[]", .list([String]())),
        ("{}", .object([:])),
        ("[\"a\", 1, null]", .list([.text("a"), .integer(1), .null])),
        ("{\"a\": [true], \"b\": {\"c\": 1}}", .object(["a": .list([.bool(true)]), "b": .object(["c": .integer(1)])])),
        ("\"a\\\"b\\\\c\\n\\u0001\"", .text("a\"b\\c\n\u{1}")),
    ])
    func anyJSONIsReadAndWritten(json: String, value: SettingValue) throws {
        let read = try JSONDecoder().decode([SettingValue].self, from: Data("[\(json)]".utf8))
        #expect(read == [value])
        #expect(value.json == json)
        let written = try JSONEncoder().encode([value])
        #expect(try JSONDecoder().decode([SettingValue].self, from: written) == [value])
    }

    /// A record that cannot be read is left out of its store, and with it the report of what is wrong with the value.
    @Test func aNumberThatNothingCanHoldIsReadAllTheSame() throws {
        let json = Data(#"[1e999, -1E400, 9223372036854775808, 1]"#.utf8)
        let values = try JSONDecoder().decode([SettingValue].self, from: json)
        #expect(values.count == 4 && values.last == .integer(1))
        var settings = ReadingSettings()
        for value in values.dropLast() {
            #expect(throws: DataError.self) { try settings.set(value, for: .pageSize) }
        }
        #expect(settings == ReadingSettings())
    }
}
