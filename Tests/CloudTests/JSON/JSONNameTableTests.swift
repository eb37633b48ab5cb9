import Core
import Foundation
import Testing

@testable import Cloud

@Suite struct JSONNameTableTests {
    @Test func aTableFindsWhatGoingOverAllNamesFinds() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("aTableFindsWhatGoingOverAllNamesFinds: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        func number(_ limit: UInt64) -> Int { Int(random.next() % limit) }
        for _ in 0..<200 {
            let known = ["id", "title", "selftext", "url", "preview", "author", "score", "", "\\u0061uthor"]
            let members = (0..<number(120)).map { position in
                let name = number(3) == 0 ? known[number(UInt64(known.count))] : "name\(number(200))"
                return "\"\(name)\":\(number(6) == 0 ? "null" : "{\"id\":\(position)}")"
            }
            let json = try JSONValue(parsing: Data("{\(members.joined(separator: ","))}".utf8))
            guard let table = json.nameTable else {
                let hasEscape = members.contains { $0.hasPrefix("\"\\u") }
                #expect(hasEscape || members.count < JSONNameTable.smallestCount)
                continue
            }
            func expectEqual(_ name: StaticString) {
                #expect(json.member(name, in: table)?["id"]?.int == json[name]?["id"]?.int)
                #expect((json.member(name, in: table) == nil) == (json[name] == nil))
            }
            for name in ["id", "title", "selftext", "url", "preview", "author", "score", "", "absent"] as [StaticString]
            {
                expectEqual(name)
            }
            for name in ["name0", "name1", "name7", "name42", "name99", "name199"] as [StaticString] {
                expectEqual(name)
            }
        }
    }

    @Test func veryManyNamesGetNoTable() throws {
        let members = (0..<600).map { "\"n\($0)\":1" }.joined(separator: ",")
        #expect(try JSONValue(parsing: Data("{\(members)}".utf8)).nameTable == nil)
        #expect(try JSONValue(parsing: Data("[1,2]".utf8)).nameTable == nil)
    }
}
