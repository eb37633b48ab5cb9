import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Forms byte for byte.
struct MultipartFormTests {
    private func text(_ form: MultipartForm, boundary: String = "X") throws -> String {
        String(decoding: try form.encoded(boundary: boundary).data, as: UTF8.self)
    }

    @Test func textsAndOneFile() throws {
        var form = MultipartForm()
        form.add("Hello", as: "title")
        form.add(
            MultipartFile(filename: "a.jpg", contentType: "image/jpeg", data: Data([0xFF, 0xD8, 0, 0x0D])), as: "files")
        let body = try form.encoded(boundary: "----bound")
        var expected = Data(
            """
            ------bound\r
            Content-Disposition: form-data; name="title"\r
            \r
            Hello\r
            ------bound\r
            Content-Disposition: form-data; name="files"; filename="a.jpg"\r
            Content-Type: image/jpeg\r
            \r

            """.utf8)
        expected += Data([0xFF, 0xD8, 0, 0x0D])
        expected += Data("\r\n------bound--\r\n".utf8)
        #expect(body.data == expected)
        #expect(body.contentType == "multipart/form-data; boundary=----bound")
    }

    @Test(arguments: 1...5) func severalFilesHaveOneName(_ count: Int) throws {
        var form = MultipartForm()
        for index in 1...count {
            form.add(
                MultipartFile(filename: "\(index).png", contentType: "image/png", data: Data("<\(index)>".utf8)),
                as: "files")
        }
        form.add("last", as: "content")
        let files = (1...count).map { index in
            "--X\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(index).png\"\r\n"
                + "Content-Type: image/png\r\n\r\n<\(index)>\r\n"
        }
        let last = "--X\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\nlast\r\n--X--\r\n"
        #expect(try text(form) == files.joined() + last)
        #expect(form.count == count + 1)
    }

    @Test func namesInOtherScriptsAreSentAsTheyAre() throws {
        var form = MultipartForm()
        form.add(MultipartFile(filename: "Фото 사진 🏮.jpg", data: Data()), as: "bilder")
        #expect(try text(form).contains("; filename=\"Фото 사진 🏮.jpg\"\r\nContent-Type: application/octet-stream\r\n"))
    }

    @Test func whatWouldEndANameIsEscaped() throws {
        var form = MultipartForm()
        form.add(MultipartFile(filename: "a\"b\r\nA: y\n%20\\.jpg", data: Data()), as: "n\"\n")
        let text = try text(form)
        #expect(text.contains("name=\"n%22%0D%0A\"; filename=\"a%22b%0D%0AA: y%0A%20\\.jpg\"\r\n"))
    }

    @Test func lineEndsOfTextsBecomeCRLFAndThoseOfFilesDoNot() throws {
        var form = MultipartForm()
        form.add("a\nb\rc\r\nd\r", as: "t")
        form.add(MultipartFile(filename: "f", data: Data("a\nb\r".utf8)), as: "f")
        let text = try text(form)
        #expect(text.contains("\r\n\r\na\r\nb\r\nc\r\nd\r\n\r\n--X"))
        #expect(text.contains("\r\n\r\na\nb\r\r\n--X--\r\n"))
    }

    @Test func anEmptyFormEndsAtOnce() throws {
        #expect(try text(MultipartForm()) == "--X--\r\n")
    }

    @Test func aBoundaryThatOccursInTheFormIsRefused() throws {
        let forms: [(inout MultipartForm) -> Void] = [
            { $0.add("so XYZ it is", as: "t") }, { $0.add("t", as: "aXYZ") },
            { $0.add(MultipartFile(filename: "XYZ.jpg", data: Data()), as: "f") },
            { $0.add(MultipartFile(filename: "f", data: Data([0, 1] + "XYZ".utf8)), as: "f") },
        ]
        for fill in forms {
            var form = MultipartForm()
            fill(&form)
            let error = #expect(throws: DataError.self) { try form.encoded(boundary: "XYZ") }
            #expect(error?.code == .invalidInput)
            #expect(throws: Never.self) { try form.encoded(boundary: "XYZA") }
        }
    }

    @Test(arguments: ["", "a b ", "ä", "a\r\n", "a;b", String(repeating: "x", count: 71)])
    func anInvalidBoundaryIsRefused(_ boundary: String) {
        #expect(throws: DataError.self) { try MultipartForm().encoded(boundary: boundary) }
    }

    @Test func aBoundaryWithSignsStandsInQuotes() throws {
        let body = try MultipartForm().encoded(boundary: "a=b c:d")
        #expect(body.contentType == "multipart/form-data; boundary=\"a=b c:d\"")
    }

    @Test func aGeneratedBoundaryIsTheSameForTheSameSeedAndNeverInTheForm() throws {
        let first = try MultipartForm().encoded(random: SeededRandomSource(seed: 7))
        #expect(try MultipartForm().encoded(random: SeededRandomSource(seed: 7)) == first)
        #expect(first.boundary.utf8.count == 40)
        var form = MultipartForm()
        form.add(first.boundary, as: "trap")
        let second = try form.encoded(random: SeededRandomSource(seed: 7))
        #expect(second.boundary != first.boundary)
    }

    @Test(arguments: ["", "jpeg", "image/", "/jpeg", "image/jpeg\r\nX: y", "a/b/c"])
    func anInvalidContentTypeIsRefused(_ type: String) {
        var form = MultipartForm()
        form.add(MultipartFile(filename: "f", contentType: type, data: Data()), as: "f")
        #expect(throws: DataError.self) { try form.encoded(boundary: "X") }
    }

    @Test func aRequestTakesTheBodyAndItsType() throws {
        let body = try MultipartForm().encoded(boundary: "X")
        let request = body.attached(
            to: NetworkRequest(
                url("https://example.com/posts/files"), headers: ["content-type": "text/plain", "A": "b"]))
        #expect(request.method == .post && request.body == body.data)
        #expect(request.headers == ["Content-Type": "multipart/form-data; boundary=X", "A": "b"])
        let put = body.attached(to: NetworkRequest(url("https://example.com/me"), method: .put))
        #expect(put.method == .put)
    }
}
