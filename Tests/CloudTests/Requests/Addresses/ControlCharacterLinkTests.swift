import Core
import Foundation
import Testing

@testable import Cloud

/// Control characters in the links of servers.
struct ControlCharacterLinkTests {
    private let base: BaseAddress

    init() throws {
        base = try BaseAddress(url("https://a.example/base"), site: .reddit)
    }

    static let escaped: [(String, String)] = [
        ("https://b.example/x\u{85}y", "https://b.example/x%C2%85y"),
        ("https://b.example/?q=\u{80}&r=\u{9F}", "https://b.example/?q=%C2%80&r=%C2%9F"),
        ("https://b.example/#\u{96}", "https://b.example/#%C2%96"),
        ("https://b.example/end\u{85}", "https://b.example/end%C2%85"),
        ("https://b.example/ü\u{91}é", "https://b.example/ü%C2%91é"),
        ("https://a.example/base/i\u{92}.png", "/i%C2%92.png"), ("/i\u{92}.png", "/i%C2%92.png"),
        ("//b.example/\u{99}", "https://b.example/%C2%99"),
    ]

    @Test(arguments: escaped)
    func aC1CharacterBehindTheHostIsPercentEncoded(_ text: String, _ expected: String) {
        let link = base.link(for: text)
        #expect(link?.text == expected)
        #expect(link.flatMap { base.url(for: $0) } != nil)
    }

    @Test(arguments: [
        "https://b\u{85}.example/x", "https://b.example\u{85}", "//b\u{9F}.example/", "https://b.example/\u{0}",
        "https://b.example/\u{1F}\u{85}", "https://b.example/\u{7F}", "ht\u{85}tps://b.example/", "\u{85}",
    ])
    func otherControlsMakeItNoLink(_ text: String) {
        #expect(base.link(for: text) == nil)
    }
}
