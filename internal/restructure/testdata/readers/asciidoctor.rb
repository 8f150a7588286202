# Asciidoctor as a long-running reader: requests and answers are those of pandoc.lua. A text is
# read twice, without and with the attribute that its conditionals test.

require 'asciidoctor'
require 'logger'
Asciidoctor::LoggerManager.logger = Logger.new(File::NULL)

WORD = /(?:zaq|hed|lab|nte)\d+/

def said(found, text, place, heading)
  text.to_s.scan(WORD) { |word| found << "#{word} #{place} #{word.start_with?('nte') ? '-' : heading}" }
end

def walk(found, block, place, heading)
  block.blocks.each { |b| visit(found, b, place, heading) }
end

def visit(found, b, place, heading)
  case b.context
  when :section
    said(found, b.title, "#{place}/title", '-')
    said(found, b.id, "#{place}/id", '-') if b.id.to_s.start_with?('lab')
    return walk(found, b, place, b.title[WORD] || b.title.gsub(/\s/, '_'))
  when :dlist
    b.items.each do |terms, item|
      terms.each { |t| said(found, t.text, "#{place}/term", heading) }
      next unless item
      said(found, item.text, "#{place}/definition", heading) if item.text?
      walk(found, item, "#{place}/definition", heading)
    end
    return
  when :table
    (b.rows.head + b.rows.body + b.rows.foot).flatten.each { |cell| said(found, cell.text, "#{place}/table", heading) }
  when :list_item
    said(found, b.text, "#{place}/item", heading) if b.text?
    return walk(found, b, "#{place}/item", heading)
  end
  name = "#{place}/#{b.context}#{b.style && b.style != b.context.to_s ? ".#{b.style}" : ''}#{b.roles.map { |r| ".#{r}" }.join}"
  if b.id.to_s.start_with?('lab')
    first = (b.respond_to?(:source) ? b.source : '').to_s[WORD] || b.context.to_s
    found << "#{b.id} #{name}-of-#{first} #{heading}"
  end
  said(found, b.title, "#{name}/title", heading) if b.title?
  said(found, b.context == :image ? '' : b.content, name, heading) if b.blocks.empty? && b.context != :table
  walk(found, b, b.context == :preamble ? place : name, heading)
end

$stdin.binmode
while (line = $stdin.gets)
  text = $stdin.read(line.split[1].to_i).force_encoding('UTF-8')
  [{}, { 'draft' => '' }].each_with_index do |attributes, i|
    found = []
    begin
      doc = Asciidoctor.load(text, safe: :safe, attributes: attributes)
      title = doc.header? ? doc.doctitle.to_s : ''
      said(found, title, '/title', '-')
      walk(found, doc, '', title[WORD] || '-')
      found.each { |f| puts "#{i}#{f}" }
    rescue StandardError => e
      puts "! #{e.message.gsub("\n", ' ')}"
    end
  end
  puts
  $stdout.flush
end
