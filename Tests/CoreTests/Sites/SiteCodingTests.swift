import Core
import Foundation
import Testing

@Suite struct SiteCodingTests {
    @Test func aSiteIsCodedAsItsName() throws {
        let sites = [Site.reddit, .lemmy("Lemmy.World"), Site(rawValue: "новини")]
        let coded = try JSONEncoder().encode(sites)
        #expect(try JSONDecoder().decode([String].self, from: coded) == ["reddit", "lemmy:lemmy.world", "новини"])
        #expect(try JSONDecoder().decode([Site].self, from: coded) == sites)
    }

    @Test(arguments: [#"["a/b"]"#, #"["/"]"#, "[7]"])
    func anInvalidSiteNameIsRefused(_ json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Site].self, from: Data(json.utf8)) }
    }
}
